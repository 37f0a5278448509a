import type { ServingStateContext } from '../serving/serving.context';
import type { StatisticsContext } from '../statistics/statistics.context';

/** The stores and services that a table of campaigns needs. */
export interface CampaignTableContext extends ServingStateContext, StatisticsContext {}
