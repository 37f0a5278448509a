import type { AdEvent } from '../../market/events/event';
import type { RejectionReason, Verdict } from './verdict';

/** `pending`: it has no verdict yet. */
export const verificationStatuses = ['pending', 'accepted', 'rejected'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** An event with its verdicts. */
export interface VerifiedEvent extends AdEvent {
  /** null while it is pending. */
  readonly verdict: Verdict | null;
  /** The last 20 verdicts that verifying again has replaced, the oldest first. */
  readonly previousVerdicts: readonly Verdict[];
}

/** Narrows down a campaign's events; a member that is null or absent admits all of them. */
export interface VerifiedEventFilter {
  readonly status?: VerificationStatus | null;
  readonly reason?: RejectionReason | null;
}

/** The place in the list of events at which a page ends. */
export type VerifiedEventPlace = Pick<VerifiedEvent, 'occurredAt' | 'id'>;

/** Part of a list, and whether more follows. */
export interface VerifiedEventPage {
  readonly nodes: readonly VerifiedEvent[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    /** null on an empty page. */
    readonly endCursor: string | null;
  };
}
