import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { planReading } from '../statistics/questions/plan-reading.service';
import { readGroups } from '../statistics/questions/read-groups.service';
import { parseStatisticsQuestion } from '../statistics/questions/statistics-question';
import type { StatisticsContext } from '../statistics/statistics.context';
import { minuteMs } from '../../time';
import { type CampaignReach, visitorsReachedBy } from './campaign-reach';

/**
 * Finds how many visitors a campaign has reached since it was made, and how often they have seen it.
 *
 * @throws {AppError} as `getStatistics`
 */
export function getCampaignReach(
  ctx: StatisticsContext,
  { id, advertiserId, createdAt }: Pick<Campaign, 'id' | 'advertiserId' | 'createdAt'>,
): Promise<CampaignReach> {
  return ctx.statisticsTurns.take(advertiserId, async () => {
    const question = parseStatisticsQuestion({
      ...{ side: 'advertiser', accountId: advertiserId, by: 'frequency' },
      filter: { campaign: [id] },
      from: createdAt,
      // Views of this minute count, too.
      to: new Date(ctx.now().getTime() + minuteMs),
    });
    const { groups } = await readGroups(ctx, await planReading(ctx, question));
    return visitorsReachedBy((frequency) => groups.byKey.get(frequency)?.get(0)?.counts.views ?? 0);
  });
}
