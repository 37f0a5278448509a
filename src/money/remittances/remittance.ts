import type { Amount } from '../../amount';

/** How far the details of a payment to another server are. */
export type RemittanceState = 'collecting' | 'ready' | 'paid' | 'returned';

/** A payment to another server, and what it is for: its details are written before it is made. */
export interface Remittance {
  readonly id: string;
  /** The server’s account here: see `peerAccountIdOf`. */
  readonly accountId: string;
  readonly state: RemittanceState;
  /** The number of its lines, their sum in 10^-11 coins, and SHA-256 of them, hex; null while they are collected. */
  readonly details: RemittanceDetails | null;
  readonly beganAt: Date;
  /** When its details were whole, or were kept for another day; null while they are collected. */
  readonly readyAt: Date | null;
  /** null: it is not prepared. */
  readonly paymentId: string | null;
  /** When operators were told that it has not been paid for long; null: they were not. */
  readonly lateAt: Date | null;
}

export interface RemittanceDetails {
  readonly count: number;
  readonly sum: Amount;
  readonly digest: string;
}

/** One case of a remittance, as the other server books it. */
export interface RemittanceLine {
  /** As that server told it first: 32 lower-case hex digits. */
  readonly cid: string;
  /** Unit: 10^-11 coins. */
  readonly value: Amount;
}

/** Says that a payment of this amount has its details. */
export const isFor = ({ state, details }: Remittance, amount: Amount): boolean =>
  state === 'ready' && details?.sum === amount;
