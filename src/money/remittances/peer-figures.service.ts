import type { Amount } from '../../amount';
import type { PeerFigures } from '../../peers/directory/peer';
import { peerAccountIdOf } from '../../peers/directory/peer-account.service';
import type { DatabaseSession } from '../../platform/database/transaction';
import { earningsOf } from '../books/book';
import type { MoneyMembers } from '../money.members';

type EarnedThere = Pick<PeerFigures, 'viewsThere' | 'owed' | 'paid'>;

/** The outcome of our campaigns on the sites of servers, by their addresses. */
export async function listEarnedThere(
  { peerTotals, books, payments }: Pick<MoneyMembers, 'peerTotals' | 'books' | 'payments'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, EarnedThere>> {
  const ids = new Map(addresses.map((address) => [address, peerAccountIdOf(address)]));
  const totals = await peerTotals.listByPeers(addresses);
  const balances = await books.balancesOf([...ids.values()].map(earningsOf));
  const onTheWay = await payments.sumOnTheWay([...ids.values()]);
  return new Map(
    [...ids].map(([address, id]) => {
      const { views = 0, paid = 0n } = totals.get(address) ?? {};
      const owed = (balances.get(earningsOf(id)) ?? 0n) + (onTheWay.get(id) ?? 0n);
      return [address, { viewsThere: BigInt(views), owed, paid }];
    }),
  );
}

/** Counts the payments to other servers among those that the ledger has confirmed, or has lost again. */
export async function countPaidToPeers(
  {
    peerTotals,
    payments,
    remittances,
  }: Pick<MoneyMembers, 'peerTotals' | 'payments' | 'remittances'>,
  paymentIds: readonly string[],
  { session, sign }: { readonly session: DatabaseSession; readonly sign: 1n | -1n },
): Promise<void> {
  const toPeers = await remittances.listTied(paymentIds, session);
  if (toPeers.length === 0) return;
  const paid = new Map<string, Amount>();
  for (const { address, amount } of await payments.listByIds(toPeers, session))
    paid.set(address, (paid.get(address) ?? 0n) + sign * amount);
  await peerTotals.addPaid(paid, session);
}
