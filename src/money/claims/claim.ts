import type { BlockProof } from '../../platform/ledger/replaced-block';
import { dayMs } from '../../time';

/** Somebody says that an address of the ledger is theirs, and shows it by a transfer from there. */
export interface AddressClaim {
  /** 32 lower-case hex digits: the message of the transfer that shows it ends with them. */
  readonly code: string;
  readonly accountId: string;
  /** `ads:0001-00000001-8B4E`. */
  readonly address: string;
  readonly requestedAt: Date;
  /** A later transfer shows nothing. */
  readonly expiresAt: Date;
  /** When it was shown; null: it was not. */
  readonly provenAt: Date | null;
  /** The transaction that showed it, `NNNN:MMMMMMMM:PPPP`; null: none yet, or an operator vouches for it. */
  readonly transactionId: string | null;
  /** The publisher that came along, whom a find had made; null: there was none. */
  readonly mergedId: string | null;
  /** Where and since when the ledger shows that transaction; null: it has none, or that was not kept. */
  readonly proof: BlockProof | null;
  /** When the block of that transaction was found to be replaced; null: it was not, has it again, or an operator vouches. */
  readonly replacedAt: Date | null;
}

export const claimLifetimeMs = 7 * dayMs;
/** Claims of one account that wait for a transfer. */
export const mostOpenClaims = 10;
