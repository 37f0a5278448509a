import type { AccountStore } from '../../../identity/accounts/account.store';
import type { DatabaseSession } from '../../../platform/database/transaction';
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

/**
 * When the last payment was prepared that may be of what a publisher has earned in an hour, whoever has it by now;
 * publishers without one are left out.
 */
export async function listLatestPayments(
  ctx: PaidPublishers,
  { publisherIds, hour }: { readonly publisherIds: readonly string[]; readonly hour: Date },
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, Date>> {
  const earners = await listEarners(ctx, publisherIds, session);
  const accountIds = [...new Set([...earners].flat())];
  const latest = await ctx.preparedPayments.listLatest(accountIds, hour, session);
  return new Map(
    [...earners].flatMap(([id, earner]) => {
      const times = [latest.get(id), latest.get(earner)].filter((time) => time !== undefined);
      const last = times.toSorted((one, other) => other.getTime() - one.getTime())[0];
      return last ? [[id, last] as const] : [];
    }),
  );
}
