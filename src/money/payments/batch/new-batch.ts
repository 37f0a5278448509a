import { createId } from '../../../id';
import type { PreparedTransfer } from '../../../platform/ledger/ledger-client';
import type { PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';

/** The purpose of a transaction. */
export type BatchPurpose =
  | (Pick<PaymentBatch, 'amount' | 'paymentIds'> & { readonly kind: 'transfer' })
  | (Pick<PaymentBatch, 'amount' | 'orderId'> & { readonly kind: 'message' })
  | { readonly kind: 'broadcast' };

/** A signed transaction of which nothing has been sent. */
export function newBatch(
  ctx: Pick<SettlingContext, 'now' | 'randomBytes'>,
  {
    sender,
    position,
    prepared,
    purpose,
  }: Pick<PaymentBatch, 'sender' | 'position'> & {
    readonly prepared: PreparedTransfer;
    readonly purpose: BatchPurpose;
  },
): PaymentBatch {
  return {
    id: createId(ctx),
    ...{ state: 'prepared', isAbandoned: false, sender, position, ...prepared },
    ...{ amount: 0n, paymentIds: [], orderId: null, asideSince: null, ...purpose },
    preparedAt: ctx.now(),
    ...{ sentAt: null, transactionId: null, problem: null, undecided: null },
    ...{ proof: null, replacements: 0 },
  };
}
