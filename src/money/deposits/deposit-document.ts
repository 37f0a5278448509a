import type { BlockProof } from '../../platform/ledger/replaced-block';
import type { Deposit } from './deposit';

/** A deposit as it is stored. */
export interface DepositDocument
  extends Omit<
    Deposit,
    | 'id'
    | 'bookedAt'
    | 'unassignments'
    | 'proof'
    | 'reversedAt'
    | 'reversals'
    | 'messageId'
    | 'successorId'
    | 'endedAt'
    | 'endedById'
    | 'peer'
    | 'receiptId'
    | 'isNoReceipt'
  > {
  readonly _id: string;
  /** When it was booked: lists go by it. */
  readonly createdAt: Date;
  /** Lists ask for it; nothing deletes a deposit. */
  readonly deletedAt: null;
  /** Absent: 0. */
  readonly unassignments?: number;
  /** Absent: null. */
  readonly proof?: BlockProof | null;
  readonly reversedAt?: Date | null;
  /** Absent: 0. */
  readonly reversals?: number;
  /** Absent: null. */
  readonly messageId?: number | null;
  readonly successorId?: string | null;
  readonly endedAt?: Date | null;
  readonly endedById?: string | null;
  readonly peer?: string | null;
  readonly receiptId?: string | null;
  /** Absent: false. */
  readonly isNoReceipt?: boolean;
}

export function toDeposit({ _id, createdAt, deletedAt, ...rest }: DepositDocument): Deposit {
  return {
    ...rest,
    id: _id,
    bookedAt: createdAt,
    message: rest.message ?? null,
    accountId: rest.accountId ?? null,
    unassignments: rest.unassignments ?? 0,
    ...{
      proof: rest.proof ?? null,
      reversedAt: rest.reversedAt ?? null,
      reversals: rest.reversals ?? 0,
      messageId: rest.messageId ?? null,
      successorId: rest.successorId ?? null,
      endedAt: rest.endedAt ?? null,
      endedById: rest.endedById ?? null,
      peer: rest.peer ?? null,
      receiptId: rest.receiptId ?? null,
      isNoReceipt: rest.isNoReceipt ?? false,
    },
  };
}
