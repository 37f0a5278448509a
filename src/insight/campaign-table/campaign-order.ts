import type { CampaignLine } from '../../demand/campaigns/campaign-line';
import { type ServingState, servingStates } from '../serving/serving-states';
import type { MeasureName } from '../statistics/questions/measures';
import type { ReadFigures } from '../statistics/questions/read-figures';
import { demandFigures } from '../tables/figure-orders';
import { figureKey } from '../tables/table-figures.service';
import type { OrderKey } from '../tables/table-order';

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
const measureOf: Readonly<Partial<Record<CampaignOrder, MeasureName>>> = demandFigures;

/** Facts that lines are put in order by; null where the order asks for none of them. */
export interface CampaignFacts {
  readonly figures: ReadFigures | null;
  /** By the campaign's id. */
  readonly states: ReadonlyMap<string, ServingState> | null;
}

/** The value that a campaign is put in order by. */
export function campaignKey(
  { id, sequence, name, startsAt, hourlyBudget, maxCpm }: CampaignLine,
  order: CampaignOrder,
  { figures, states }: CampaignFacts,
): OrderKey {
  const measure = measureOf[order];
  if (measure) return figures && figureKey(figures, measure, id);
  if (order === 'name') return name;
  if (order === 'starts') return startsAt.getTime();
  if (order === 'hourly_budget') return hourlyBudget;
  if (order === 'max_cpm') return maxCpm;
  if (order === 'created') return sequence;
  const state = states?.get(id);
  return state === undefined ? null : servingStates.indexOf(state);
}
