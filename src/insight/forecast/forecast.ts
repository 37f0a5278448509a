import type { Amount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Creative } from '../../demand/creatives/creative.resource';

/** The terms of a campaign to be, or of one that is to be changed. */
export interface ForecastParams
  extends Pick<
    Campaign,
    | 'medium'
    | 'vendor'
    | 'hourlyBudget'
    | 'dailyBudget'
    | 'totalBudget'
    | 'maxCpm'
    | 'maxCpc'
    | 'schedule'
    | 'timeZone'
    | 'scheduleClock'
    | 'bidModifiers'
    | 'frequencyCaps'
    | 'showsToUnknownVisitors'
    | 'requiresViewability'
    | 'creativeRotation'
    | 'priority'
    | 'shareOfVoice'
    | 'category'
    | 'competitiveExclusion'
    | 'showsOncePerPage'
    | 'roadblock'
  > {
  /** The campaign that they would replace; null: a new one. */
  readonly campaignId: string | null;
  /** In either notation. */
  readonly targeting: unknown;
  /** Empty: those of the campaign. */
  readonly ads: readonly Pick<Creative, 'type' | 'scope'>[];
}

export const forecastStates = ['ready', 'nothing_sampled', 'too_few'] as const;
export type ForecastState = (typeof forecastStates)[number];

/** The numbers of a forecast: each has two digits that count. */
export interface ForecastFigures {
  /** Finds that the campaign could be shown at. */
  readonly findsPerDay: bigint;
  readonly viewsPerDay: bigint;
  /** USD. */
  readonly costPerDay: Amount;
  /** Part of these finds that it is shown at, within its budgets: 0 to 1. */
  readonly share: number;
  /** USD for 1,000 views that a quarter, half and three quarters of the others' bids do not exceed. */
  readonly lowCpm: Amount;
  readonly typicalCpm: Amount;
  readonly highCpm: Amount;
  /** True where its budgets keep it from finds that it would win. */
  readonly isLimitedByBudget: boolean;
}

/** The past of a campaign, as it would have been in the last days beside all that is for sale now. */
export interface Forecast {
  readonly state: ForecastState;
  /** Finds of the campaign's medium that were replayed. */
  readonly sampledFinds: number;
  /** The begin of the time that they are of; null: there are none. */
  readonly since: Date | null;
  /** Part of the finds of the medium whose visitors the server did not know, 0 to 1; null: too few say. */
  readonly unknownVisitorShare: number | null;
  /** null unless the state is `ready`. */
  readonly figures: ForecastFigures | null;
}
