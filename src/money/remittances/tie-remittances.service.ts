import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { MoneyMembers } from '../money.members';
import type { Payment } from '../payments/payment';
import { isFor } from './remittance';

/** Says that a payment is to another server, for what its sites have shown. */
const isToPeer = ({ kind, accountId, address }: Payment): boolean =>
  kind === 'earnings' && peerAccountIdOf(address) === accountId;

/**
 * Ties each payment to another server to its remittance, which has count, sum and digest of the details. It happens in
 * the transaction that stores the payments.
 *
 * @throws {Error} where a payment is not the sum of its details: nothing is stored then.
 * @see docs/contract.md §10
 */
export async function tieRemittances(
  { remittances }: Pick<MoneyMembers, 'remittances'>,
  payments: readonly Payment[],
  session: DatabaseSession,
): Promise<void> {
  const toPeers = payments.filter(isToPeer);
  if (toPeers.length === 0) return;
  const open = await remittances.listOpen(
    toPeers.map(({ accountId }) => accountId),
    session,
  );
  for (const { id: paymentId, accountId, amount } of toPeers) {
    const remittance = open.get(accountId);
    if (!remittance || !isFor(remittance, amount))
      throw new Error(`the details of what ${accountId} is to be paid are not ${amount}`);
    await remittances.change(remittance.id, 'ready', { state: 'paid', paymentId }, session);
  }
}
