import { describe, expect, it } from '@jest/globals';
import type { CampaignLine } from '../../../src/demand/campaigns/campaign-line';
import {
  campaignKey,
  type CampaignOrder,
} from '../../../src/insight/campaign-table/campaign-order';
import { demandFigures, isByFigure } from '../../../src/insight/tables/figure-orders';
import { inOrder } from '../../../src/insight/tables/table-order';
import { emptyCell } from '../../../src/insight/statistics/roll-ups/cell';
import { usd } from '../../support/campaigns';

const line = (sequence: number, changes: Partial<CampaignLine> = {}): CampaignLine => ({
  ...{ id: `id${sequence}`, sequence, name: 'Spring', startsAt: new Date(sequence) },
  ...{ hourlyBudget: usd('1'), maxCpm: null },
  ...changes,
});
const cell = (validViews: number, validClicks: number, cost: string) => {
  const { counts, amounts, ...rest } = emptyCell();
  return {
    ...rest,
    counts: { ...counts, validViews, validClicks },
    amounts: { ...amounts, cost: usd(cost) },
  };
};
const lines = [
  line(1, { name: 'Spring (10)', hourlyBudget: usd('9'), maxCpm: usd('0.5') }),
  line(2, { name: 'autumn', hourlyBudget: usd('10') }),
  line(3, { name: 'Spring (2)', hourlyBudget: usd('2'), maxCpm: usd('3') }),
  line(4, { name: 'Spring (2)', hourlyBudget: usd('2') }),
];
const cells = new Map([
  ['id1', cell(100, 1, '2')],
  ['id2', cell(10, 2, '1')],
]);
const facts = {
  figures: {
    ...{ side: 'advertiser' as const, from: new Date(0), to: new Date(1) },
    of: (id: string) => ({
      ...{ cell: cells.get(id) ?? emptyCell(), hasRequests: true, incompleteSince: null },
    }),
  },
  states: new Map([
    ['id1', 'running'],
    ['id2', 'draft'],
    ['id3', 'outbid'],
    ['id4', 'draft'],
  ] as const),
};
const put = (order: CampaignOrder, isDescending: boolean) =>
  inOrder(lines, { keyOf: (one) => campaignKey(one, order, facts), isDescending }).map(
    ({ sequence }) => sequence,
  );

describe('the order of campaigns', () => {
  it.each<[CampaignOrder, readonly number[], readonly number[]]>([
    ['created', [1, 2, 3, 4], [4, 3, 2, 1]],
    ['name', [2, 4, 3, 1], [1, 4, 3, 2]],
    ['starts', [1, 2, 3, 4], [4, 3, 2, 1]],
    ['hourly_budget', [4, 3, 1, 2], [2, 1, 4, 3]],
    ['max_cpm', [1, 3, 4, 2], [3, 1, 4, 2]],
    ['state', [4, 2, 3, 1], [1, 3, 4, 2]],
    ['views', [4, 3, 2, 1], [1, 2, 4, 3]],
    ['clicks', [4, 3, 1, 2], [2, 1, 4, 3]],
    ['cost', [4, 3, 2, 1], [1, 2, 4, 3]],
    ['click_rate', [1, 2, 4, 3], [2, 1, 4, 3]],
    ['cpm', [1, 2, 4, 3], [2, 1, 4, 3]],
  ])('by %s is %j, or %j: equals newest first, those without a value last', (order, up, down) => {
    expect([put(order, false), put(order, true)]).toEqual([up, down]);
  });

  it('asks for figures only where it is by figures', () => {
    expect(isByFigure(demandFigures, 'cost')).toBe(true);
    expect(isByFigure(demandFigures, 'state')).toBe(false);
  });
});
