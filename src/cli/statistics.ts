import { formatAmount } from '../amount';
import { getStatistics } from '../insight/statistics/statistics.service';
import { describeMembers } from './account-text';
import { CommandError, defineCommand } from './command';
import { uriOption } from './database';
import { readId } from './option-text';
import { readTimeOption } from './rate-text';
import { withServices } from './services';

export const statistics = defineCommand({
  name: 'statistics',
  summary: 'Shows the figures of a campaign, or of everybody.',
  details: 'Times are rounded to quarters of an hour. The cost is USD.',
  options: {
    campaign: { value: '<id>', description: 'only those of this campaign' },
    from: { value: '<time>', isRequired: true, description: 'the beginning' },
    to: { value: '<time>', isRequired: true, description: 'the end, not meant itself' },
    uri: uriOption,
  },
  async run({ campaign, from, to, uri }, ctx) {
    const id = readId('--campaign', campaign);
    const range = { from: readTimeOption('--from', from)!, to: readTimeOption('--to', to)! };
    if (range.from >= range.to) throw new CommandError('--from must be before --to', 2);
    const { totals, behindMs } = await withServices({ uri }, ctx, (services) =>
      getStatistics(services, {
        ...{ side: 'operator', accountId: null, ...range },
        ...(id !== null && { filter: { campaign: [id] } }),
      }),
    );
    const { counts, amounts } = totals;
    const json = {
      impressions: counts.views,
      validImpressions: counts.validViews,
      uniqueImpressions: counts.uniqueViews,
      clicks: counts.clicks,
      validClicks: counts.validClicks,
      conversions: counts.conversions,
      cost: formatAmount(amounts.cost),
      revenue: formatAmount(amounts.earned),
      behindSeconds: behindMs / 1000,
    };
    return { text: describeMembers(json), json };
  },
});
