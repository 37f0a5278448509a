import type { Amount } from '../../amount';
import type { CampaignLine } from '../../demand/campaigns/campaign-line';
import { type ServingState, servingStates } from '../serving/serving-state';
import { type MeasureName, measures } from '../statistics/questions/measures';
import { type Cell, emptyCell } from '../statistics/roll-ups/cell';

/** Columns that a table of campaigns can be put in order by. */
export const campaignOrders = [
  'created',
  'name',
  'state',
  'starts',
  'hourly_budget',
  'max_cpm',
  'views',
  'clicks',
  'cost',
  'click_rate',
  'cpm',
] as const;
export type CampaignOrder = (typeof campaignOrders)[number];

/** Orders by figures of a time, and the measure of each. */
const measureOf: Readonly<Partial<Record<CampaignOrder, MeasureName>>> = {
  views: 'validViews',
  clicks: 'validClicks',
  cost: 'cost',
  click_rate: 'clickRate',
  cpm: 'cpm',
};

export const isByFigures = (order: CampaignOrder): boolean => measureOf[order] !== undefined;

/** Facts that lines are put in order by, by the campaign's id; empty where the order asks for none of them. */
export interface OrderFacts {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly states: ReadonlyMap<string, ServingState>;
}

/** null: the campaign has no such value. */
type OrderKey = string | number | Amount | null;

/** Numbers in names count: “Spring (2)” comes before “Spring (10)”. */
const names = new Intl.Collator('en', { numeric: true });

/** Puts lines in order: those without a value come last in either direction, and among equals the newest comes first. */
export function inOrder(
  lines: readonly CampaignLine[],
  facts: OrderFacts,
  { order, isDescending }: { readonly order: CampaignOrder; readonly isDescending: boolean },
): readonly CampaignLine[] {
  const keyed = lines.map((line) => ({ line, key: keyOf(line, order, facts) }));
  const sign = isDescending ? -1 : 1;
  return keyed
    .sort(({ line: one, key }, { line: other, key: otherKey }) => {
      if (key === null || otherKey === null)
        return Number(key === null) - Number(otherKey === null) || other.sequence - one.sequence;
      return sign * compare(key, otherKey) || other.sequence - one.sequence;
    })
    .map(({ line }) => line);
}

function keyOf(
  { id, sequence, name, startsAt, hourlyBudget, maxCpm }: CampaignLine,
  order: CampaignOrder,
  { cells, states }: OrderFacts,
): OrderKey {
  const measure = measureOf[order];
  if (measure) return measures[measure].of(cells.get(id) ?? emptyCell(), 'advertiser');
  if (order === 'name') return name;
  if (order === 'starts') return startsAt.getTime();
  if (order === 'hourly_budget') return hourlyBudget;
  if (order === 'max_cpm') return maxCpm;
  if (order === 'created') return sequence;
  const state = states.get(id);
  return state === undefined ? null : servingStates.indexOf(state);
}

function compare(one: NonNullable<OrderKey>, other: NonNullable<OrderKey>): number {
  if (typeof one === 'string' && typeof other === 'string') return names.compare(one, other);
  return one < other ? -1 : Number(one > other);
}
