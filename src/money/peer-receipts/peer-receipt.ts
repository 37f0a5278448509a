import type { Amount } from '../../amount';
import { dayMs, hourMs, minuteMs, secondMs } from '../../time';

/** How far a receipt is. `unexplained`: its server has not told what it is for within a day. */
export const receiptStates = [
  'received',
  'told',
  'booked',
  'unexplained',
  'assigned',
  'kept',
] as const;
export type ReceiptState = (typeof receiptStates)[number];
/** Those with something to be done yet: others have no `nextAt`, and grow more for good. */
export const openStates: readonly ReceiptState[] = ['received', 'told', 'unexplained'];

/** Coins of another server, and what that server says that they are for. */
export interface PeerReceipt {
  /** That of the deposit which it came as first. */
  readonly id: string;
  /** The deposit which it is: another one where its block was replaced, and the transfer came again under another id. */
  readonly depositId: string;
  /** The server's account on the ledger. */
  readonly peer: string;
  /** `NNNN:MMMMMMMM:PPPP`. */
  readonly transactionId: string;
  /** Unit: 10^-11 coins, above 0. */
  readonly amount: Amount;
  readonly state: ReceiptState;
  readonly receivedAt: Date;
  /** True while no block of the ledger has it: its block was replaced. */
  readonly isReversed: boolean;
  /** How often it was taken out of the books for that. */
  readonly reversals: number;
  /** When its server is asked next, or its next lines are booked; null: never. */
  readonly nextAt: Date | null;
  /** Why it is not explained yet; null: nothing is in the way. */
  readonly problem: string | null;
  readonly told: ToldDetails;
  readonly booked: BookedDetails;
  /** When it was booked, assigned or kept; null: it was not. */
  readonly endedAt: Date | null;
  /** How far its lines are removed, as they are old; null: they are kept. */
  readonly removal: 'begun' | 'done' | null;
}

/** Details as its server has told them so far, page by page. */
export interface ToldDetails {
  /** The server's summary of the whole; null: it was not read, or there is none. */
  readonly meta: DetailsMeta | null;
  /** Lines that were asked for: the next page begins there. */
  readonly offset: number;
  /** Pages that were read. */
  readonly pages: number;
  /** Parts of up to 1,000 lines that are stored. */
  readonly parts: number;
  /** Lines in them, and the sum of these: 10^-11 coins. */
  readonly lines: number;
  readonly sum: Amount;
  /** Lines that were none, or of 0. */
  readonly leftOut: number;
  /** Campaigns that were boosted, those known here; null: their server was not asked, or tells of no boost. */
  readonly boosts: number | null;
}

/** Sums of a payment, 10^-11 coins. */
export interface DetailsMeta {
  readonly allocation: Amount;
  readonly boost: Amount;
  readonly events: Amount;
}

/** How much of it is booked. */
export interface BookedDetails {
  readonly parts: number;
  /** Unit: 10^-11 coins, like the one below: all that has left `clearing:peers`. */
  readonly amount: Amount;
  /** For cases that were shown here, fees and boosts included. */
  readonly credited: Amount;
  /** Parts whose boosts are booked, too, and the sum of these boosts: 10^-11 coins. */
  readonly boostedParts: number;
  readonly boost: Amount;
}

export const nothingTold: ToldDetails = {
  ...{ meta: null, offset: 0, pages: 0, parts: 0 },
  ...{ lines: 0, sum: 0n, leftOut: 0, boosts: null },
};
export const nothingBooked: BookedDetails = {
  ...{ parts: 0, amount: 0n, credited: 0n },
  ...{ boostedParts: 0, boost: 0n },
};

/** A line of a part: a case, and what its server says to pay for it. */
export interface ReceiptLine {
  /** 32 lower-case hex digits. */
  readonly caseId: string;
  /** Unit: 10^-11 coins, above 0. */
  readonly value: Amount;
}

/** Lines that are stored, and read, together. */
export const linesOfPart = 1_000;

/** Lines of a receipt in the order in which they were told. */
export interface ReceiptPart {
  readonly number: number;
  readonly lines: readonly ReceiptLine[];
  /** For each line; null: they are not booked. */
  readonly outcomes: readonly LineOutcome[] | null;
}

/** The booking of a line. */
export interface LineOutcome {
  /** The event whose publisher has it; null: no such case was shown here for that server. */
  readonly eventId: string | null;
  /** The part of the value that there was money for: 10^-11 coins, like the fee. */
  readonly booked: Amount;
  readonly supplyFee: Amount;
  /** The share of what its campaign was boosted by, 10^-11 coins, and the fee of that. */
  readonly boost: Amount;
  readonly boostFee: Amount;
}

/** More coins for a campaign, for those who have shown it. */
export interface Boost {
  /** Its id here. */
  readonly campaignId: string;
  /** Unit: 10^-11 coins, above 0. */
  readonly value: Amount;
}

/** A server is asked for details as often as this, then seldom, then never again. */
const pace = { least: 5 * secondMs, most: 12 * minuteMs, forMs: dayMs };
const slowPace = { everyMs: hourMs, forMs: 7 * dayMs };

/** No receipt waits for longer: a later time comes from a clock that was ahead. */
export const longestPauseMs = slowPace.everyMs;

/** Receipts of then and before are for an operator to look at: their servers have had a day to tell what they are for. */
export const overdueSince = (now: Date): Date => new Date(now.getTime() - pace.forMs);

export function isOverdue({ receivedAt }: Pick<PeerReceipt, 'receivedAt'>, now: Date): boolean {
  return receivedAt <= overdueSince(now);
}

/**
 * When the server is asked again: soon at first, every 12 minutes for a day, every hour for a week; null: never.
 *
 * @see docs/contract.md §10
 */
export function nextAskAfter(
  { receivedAt }: Pick<PeerReceipt, 'receivedAt'>,
  now: Date,
): Date | null {
  const elapsed = now.getTime() - receivedAt.getTime();
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (elapsed < pace.forMs) return after(Math.min(Math.max(elapsed, pace.least), pace.most));
  return elapsed < pace.forMs + slowPace.forMs ? after(slowPace.everyMs) : null;
}
