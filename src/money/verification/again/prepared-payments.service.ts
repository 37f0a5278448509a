import type { AccountStore } from '../../../identity/accounts/account.store';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { heldKeyOf } from '../../books/held-earnings';
import type { LatestPayment } from '../judge/booked-revenue';
import type { PreparedPaymentStore } from './prepared-payment.store';

interface PaidPublishers {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly preparedPayments: PreparedPaymentStore;
}

/** The accounts that have the earnings of publishers: an account that has taken one over, else the publisher itself. */
export async function listEarners(
  { accounts }: Pick<PaidPublishers, 'accounts'>,
  publisherIds: readonly string[],
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, string>> {
  if (publisherIds.length === 0) return new Map();
  const found = await accounts.listByIds(publisherIds, session);
  const mergedInto = new Map(found.map(({ id, mergedIntoId }) => [id, mergedIntoId]));
  return new Map(publisherIds.map((id) => [id, mergedInto.get(id) ?? id]));
}

/** Finds when the last payments were prepared that may be of what publishers have earned in an hour, whoever has it by now. */
export async function findLatestPayments(
  ctx: PaidPublishers,
  { publisherIds, hour }: { readonly publisherIds: readonly string[]; readonly hour: Date },
  session?: DatabaseSession,
): Promise<LatestPayment> {
  const earners = await listEarners(ctx, publisherIds, session);
  const accountIds = [...new Set([...earners].flat())];
  const latest = await ctx.preparedPayments.listLatest(accountIds, hour, session);
  return (publisherId, siteId) => {
    const key = heldKeyOf(siteId, hour);
    const times = latest
      .filter(
        ({ accountId }) => accountId === publisherId || accountId === earners.get(publisherId),
      )
      // Earnings that were under review are in none of them.
      .filter(({ heldHours }) => !heldHours.includes(key))
      .map(({ preparedAt }) => preparedAt.getTime());
    return times.length === 0 ? null : new Date(Math.max(...times));
  };
}
