import type { Amount } from '../../amount';
import type { EntryKind } from './journal-entry';

/** The pockets of an account. */
export const pocketNames = ['funds', 'earnings'] as const;
export type PocketName = (typeof pocketNames)[number];

/** The change of one pocket of an account by one booking; the other accounts of the booking stay out of it. */
export interface StatementLine {
  /** 32 lower-case hex; tells nothing. */
  readonly id: string;
  readonly entryId: string;
  /** Its place among the lines of the entry. */
  readonly position: number;
  readonly kind: EntryKind;
  readonly bookedAt: Date;
  readonly pocket: PocketName;
  /** Unit: 10^-11 coins; below 0: taken out. */
  readonly amount: Amount;
  /** The site that has earned it; null for anything but earnings. */
  readonly siteId: string | null;
  /** The campaign that was charged; null for anything but a charge. */
  readonly campaignId: string | null;
  /** Start of the clock hour that the charged events belong to; null where that does not apply. */
  readonly hour: Date | null;
  readonly memo: string | null;
}

/** Behind which line of a statement the next page begins. */
export type StatementPlace = Pick<StatementLine, 'bookedAt' | 'entryId' | 'position'>;

export interface StatementPage {
  readonly nodes: readonly StatementLine[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    /** Opaque; null on an empty page. */
    readonly endCursor: string | null;
  };
}
