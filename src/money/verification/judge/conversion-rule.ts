import type { Amount } from '../../../amount';
import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { VerificationLimits } from './event-rule';
import type { SpendingFacts, VerdictRule } from './verdict-rule';
import type { RejectionReason, VerdictStatus } from '../verdict';

/** The event that a case of a conversion is known by. */
export interface EventOutcome {
  /** null: it has no verdict yet. */
  readonly status: VerdictStatus | null;
  /** USD that its find offered. */
  readonly price: Amount | null;
  readonly needsConfirmation: boolean;
  /** True where the site is the advertiser’s own: what follows from the event costs nothing either. */
  readonly isOwn: boolean;
}

/** A click in one of the cases of conversions. */
export interface ClickOfCase {
  readonly id: string;
  readonly caseId: string;
  readonly campaignId: string;
  readonly occurredAt: Date;
  /** The batch that judged the click; null, like its status: the click has no verdict yet. */
  readonly batch: number | null;
  /** null: it has no verdict yet. */
  readonly status: VerdictStatus | null;
}

/** Counts of accepted conversions that came by unsigned links and cost money. */
export interface UnsignedCounts {
  /** Of the same definition and day. */
  readonly day: number;
  /** Of the same advertiser, network and clock hour, without a click. */
  readonly network: number;
}

/** Says that any of these events was accepted. */
export const isAnyAccepted = (
  outcomes: readonly (Pick<EventOutcome, 'status'> | null)[],
): boolean => outcomes.some((outcome) => outcome?.status === 'accepted');

/** All that is known of a conversion when it is its turn. */
export interface ConversionFacts extends SpendingFacts {
  /** The events of its cases, and views of later offers of these cases; null: none was recorded. */
  readonly outcomes: readonly (EventOutcome | null)[];
  /** True where the conversion is paid out of its hour's budget. */
  readonly isInBudget: boolean;
  /** True where one of its cases has an accepted click from before it. */
  readonly hasClick: boolean;
  /** The reason for which other servers earn nothing, where all cases are theirs; null: they earn, or some case is ours. */
  readonly peerRefusal: RejectionReason | null;
  /** Counts from before the conversion. */
  readonly unsigned: UnsignedCounts;
  readonly limits: VerificationLimits;
}

/** A rule that conversions are judged by: whole or nothing. */
export interface ConversionRule extends VerdictRule {
  /** Says that the conversion is rejected for this reason. */
  refusesConversion(conversion: RecordedConversion, facts: ConversionFacts): boolean;
}
