import { minuteMs } from '../../time';
import type { CreativeContext } from './creative.context';

/** The campaign of new creatives is stored within this time, or never. */
const campaignComesWithinMs = 5 * minuteMs;

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
  const campaigns = await ctx.campaigns.listByIds(old.map(({ campaignId }) => campaignId));
  const stored = new Set(campaigns.map(({ id }) => id));
  const abandoned = old.filter(({ campaignId }) => !stored.has(campaignId));
  const discarded = await ctx.creatives.discardOlder(
    abandoned.map(({ id }) => id),
    before,
  );
  return discarded > 0;
}
