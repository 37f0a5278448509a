import { minuteMs } from '../../time';
import type { DemandMembers } from '../demand.members';
import type { CreativeContext } from './creative.context';

/** The campaign of new creatives is stored within this time, or never. */
const campaignComesWithinMs = 5 * minuteMs;

export interface AbandonedContext
  extends Pick<CreativeContext, 'campaigns' | 'creatives' | 'now'>,
    Pick<DemandMembers, 'conversions'> {}

/**
 * Takes all creatives and conversions back whose campaign was never stored: nobody knows the id of a copy that was cut off,
 * and nobody need use an upload again.
 */
export async function removeAbandoned(ctx: AbandonedContext, signal: AbortSignal): Promise<void> {
  const before = new Date(ctx.now().getTime() - campaignComesWithinMs);
  for (const store of [ctx.creatives, ctx.conversions])
    for await (const campaignIds of store.listCampaignIds(before)) {
      if (signal.aborted) return;
      const stored = await listStoredCampaigns(ctx, campaignIds);
      const abandoned = campaignIds.filter((id) => !stored.has(id));
      if (abandoned.length === 0) continue;
      for (const id of abandoned) await ctx.conversions.discardOf(id);
      await ctx.creatives.discardOfCampaigns(abandoned, before);
    }
}

/** The ids of those campaigns that are stored, deleted ones among them. */
async function listStoredCampaigns(
  { campaigns }: Pick<CreativeContext, 'campaigns'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await campaigns.listByIds(ids)).map(({ id }) => id));
}

/**
 * Takes creatives back whose campaign was never stored: its creation was cut off. Nobody has seen them.
 *
 * @returns whether there were any among these.
 */
export async function discardAbandoned(
  ctx: Pick<CreativeContext, 'campaigns' | 'creatives' | 'now'>,
  ids: readonly string[],
): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - campaignComesWithinMs);
  const old = (await ctx.creatives.listByIds(ids)).filter(({ createdAt }) => createdAt < before);
  const stored = await listStoredCampaigns(
    ctx,
    old.map(({ campaignId }) => campaignId),
  );
  const abandoned = old.filter(({ campaignId }) => !stored.has(campaignId));
  const discarded = await ctx.creatives.discardOlder(
    abandoned.map(({ id }) => id),
    before,
  );
  return discarded > 0;
}
