import { removeUnseenAccounts } from '../../src/insight/retention/remove-unseen-accounts.job';
import { removeUnseenSites } from '../../src/market/serving/unseen-sites.service';
import { removeUnseenSupply } from '../../src/market/serving/unseen-supply.service';
import type { Verifier } from './verifier';

/** As both jobs do. */
export async function removeUnseen({ ctx }: Verifier): Promise<void> {
  const { signal } = new AbortController();
  await removeUnseenSupply(ctx, signal);
  await removeUnseenSites(ctx, signal);
  await removeUnseenAccounts.run(ctx, signal, { piece: null, fence: 0, tell: () => {} });
}

/** As the gateway does for what has changed. */
export async function hear({ ctx, db }: Verifier): Promise<void> {
  const idsOf = async (collection: string) =>
    (await db.collection(collection).find({}).toArray()).map(({ _id }) => String(_id));
  await ctx.supplyDirectory.refresh({
    ...{ siteIds: await idsOf('sites'), placementIds: await idsOf('placements') },
    accountIds: await idsOf('accounts'),
  });
}
