import type { Amount } from '../../../amount';
import type { Cell } from '../roll-ups/cell';
import type { Completeness } from '../roll-ups/completeness';
import type { Side } from './dimensions';

/** `rate`: from 0 to 1; `amount`: decimal text. */
export type MeasureForm = 'count' | 'rate' | 'amount';

export interface Measure {
  readonly form: MeasureForm;
  /** True for a measure of finds, which some roll-ups do not count. */
  readonly isOfFinds?: true;
  /** True for a measure of the whole server’s answers, by time alone. */
  readonly isOfServer?: true;
  readonly description: string;
  /** Sides that may see the measure; default: all. */
  readonly sides?: readonly Side[];
  /** null: there is nothing to divide by. */
  readonly of: (cell: Cell, side: Side) => number | Amount | null;
}

const demand: readonly Side[] = ['advertiser', 'operator'];
const supply: readonly Side[] = ['publisher', 'operator'];
const operator: readonly Side[] = ['operator'];

const per = (amount: Amount, count: number): Amount | null =>
  count > 0 ? amount / BigInt(count) : null;
const rateOf = (count: number, whole: number): number | null => (whole > 0 ? count / whole : null);

const soldViews = ({ validViews, ownViews }: Cell['counts']): number => validViews - ownViews;

const ofAnswers =
  '; some seconds behind, and without the last seconds of a gateway that died. null but for the operator, by time alone and without a filter.';

/** Everything that is measured. */
export const measures = {
  views: {
    form: 'count',
    description: 'Views that were recorded, whatever became of them.',
    of: ({ counts }) => counts.views,
  },
  validViews: {
    form: 'count',
    description: 'Views that were accepted.',
    of: ({ counts }) => counts.validViews,
  },
  uniqueViews: {
    form: 'count',
    description:
      'Accepted views that were their visitor’s first of the day (UTC): of the campaign; for publishers, on the site. Visitors who are not tracked are not counted.',
    of: ({ counts }, side) => (side === 'publisher' ? counts.uniqueSiteViews : counts.uniqueViews),
  },
  clicks: {
    form: 'count',
    description: 'Clicks that were recorded, whatever became of them.',
    of: ({ counts }) => counts.clicks,
  },
  validClicks: {
    form: 'count',
    description: 'Clicks that were accepted.',
    of: ({ counts }) => counts.validClicks,
  },
  clickRate: {
    form: 'rate',
    description: 'Accepted clicks by accepted views; null without a view.',
    of: ({ counts }) => rateOf(counts.validClicks, counts.validViews),
  },
  invalidViewRate: {
    form: 'rate',
    description: 'Part of the views that was not accepted (yet); null without a view.',
    of: ({ counts }) => rateOf(counts.views - counts.validViews, counts.views),
  },
  invalidClickRate: {
    form: 'rate',
    description: 'Part of the clicks that was not accepted (yet); null without a click.',
    of: ({ counts }) => rateOf(counts.clicks - counts.validClicks, counts.clicks),
  },
  conversions: {
    form: 'count',
    description:
      'Accepted conversions, without confirmed clicks. One that several views share counts where the first of them was.',
    of: ({ counts }) => counts.conversions,
  },
  conversionValue: {
    form: 'amount',
    description: 'USD that accepted conversions have cost; a part of the cost.',
    sides: demand,
    of: ({ amounts }) => amounts.conversionValue,
  },
  cost: {
    form: 'amount',
    description: 'USD that accepted events and conversions cost; null for publishers.',
    sides: demand,
    of: ({ amounts }) => amounts.cost,
  },
  costInCoins: {
    form: 'amount',
    description: 'Coins that were charged for them, fees included; null for publishers.',
    sides: demand,
    of: ({ amounts }) => amounts.charge,
  },
  cpm: {
    form: 'amount',
    description:
      'USD that a thousand accepted views cost, all in, but for those on sites of the same account, which are free; null without a view.',
    sides: demand,
    of: ({ counts, amounts }) => per(amounts.cost * 1000n, soldViews(counts)),
  },
  cpc: {
    form: 'amount',
    description: 'USD that an accepted click cost, all in; null without a click.',
    sides: demand,
    of: ({ counts, amounts }) => per(amounts.cost, counts.validClicks),
  },
  revenue: {
    form: 'amount',
    description:
      'USD that the publisher earned, less fees, at the rates of the events’ hours; null for advertisers.',
    sides: supply,
    of: ({ amounts }) => amounts.earned,
  },
  revenueInCoins: {
    form: 'amount',
    description: 'Coins that the publisher earned, less fees; null for advertisers.',
    sides: supply,
    of: ({ amounts }) => amounts.revenue,
  },
  rpm: {
    form: 'amount',
    description:
      'USD that a thousand accepted views earned, but for those of campaigns of the same account, which earn nothing; null without a view.',
    sides: supply,
    of: ({ counts, amounts }) => per(amounts.earned * 1000n, soldViews(counts)),
  },
  rpc: {
    form: 'amount',
    description: 'USD that an accepted click earned, all in; null without a click.',
    sides: supply,
    of: ({ counts, amounts }) => per(amounts.earned, counts.validClicks),
  },
  fees: {
    form: 'amount',
    description:
      'USD that the operator’s fees of demand and supply came to, at the rates of the events’ hours; 0 in hours that an earlier version has counted, until these are counted again. null for advertisers and publishers.',
    sides: operator,
    of: ({ amounts }) => amounts.fees,
  },
  requests: {
    form: 'count',
    description:
      'How often finds asked for active placements, counted apart from events: some seconds behind, and without the last seconds of a gateway that died. null for advertisers, by or with a filter of anything but site, placement, host, medium, size, peer and hour, and where that is too much to read.',
    sides: supply,
    isOfFinds: true,
    of: ({ finds }) => finds.requests,
  },
  fillRate: {
    form: 'rate',
    description:
      'Part of the requests that were offered a creative; null where requests are, and without one.',
    sides: supply,
    isOfFinds: true,
    of: ({ finds }) => rateOf(finds.offers, finds.requests),
  },
  unfilledRequests: {
    form: 'count',
    description: 'Requests that were offered nothing; null where requests are.',
    sides: supply,
    isOfFinds: true,
    of: ({ finds }) => finds.requests - finds.offers,
  },
  unfilledRate: {
    form: 'rate',
    description:
      'Part of the requests that was offered nothing; null where requests are, and without one.',
    sides: supply,
    isOfFinds: true,
    of: ({ finds }) => rateOf(finds.requests - finds.offers, finds.requests),
  },
  measuredViews: {
    form: 'count',
    description:
      'Accepted views that the tag has measured: half of the ad was seen for a second. Views by other clients, and on sites of other servers, are not measured.',
    of: ({ counts }) => counts.measuredViews,
  },
  measuredClicks: {
    form: 'count',
    description: 'Accepted clicks of which the tag says that a press of the visitor made them.',
    of: ({ counts }) => counts.measuredClicks,
  },
  measuredViewRate: {
    form: 'rate',
    description: 'Part of the accepted views that the tag has measured; null without one.',
    of: ({ counts }) => rateOf(counts.measuredViews, counts.validViews),
  },
  clientErrors: {
    form: 'count',
    description: `Requests to other paths than \`/graphql\` that were answered with a status of 400 to 499${ofAnswers}`,
    sides: operator,
    isOfServer: true,
    of: ({ errors }) => errors.client,
  },
  serverErrors: {
    form: 'count',
    description: `Requests that were answered with a status of 500 or above, and GraphQL operations that have failed with INTERNAL_SERVER_ERROR or SERVICE_UNAVAILABLE${ofAnswers}`,
    sides: operator,
    isOfServer: true,
    of: ({ errors }) => errors.server,
  },
  reach: {
    form: 'count',
    description:
      'Visitors who saw the campaign for the first time ever, whatever became of the view: from the beginning of the campaign on, its reach. One who sees two campaigns is counted for each. Visitors who are not tracked, and views on sites of other servers, are not counted. null for publishers.',
    sides: demand,
    of: ({ counts }) => counts.reached,
  },
} as const satisfies Record<string, Measure>;

/** Says that a side sees a measure in an answer. */
export function isSeen(
  { sides, isOfFinds, isOfServer }: Measure,
  { side, hasRequests, hasErrors = false }: SeenFigures,
): boolean {
  if (sides && !sides.includes(side)) return false;
  return (isOfFinds !== true || hasRequests) && (isOfServer !== true || hasErrors);
}

interface SeenFigures extends Pick<Completeness, 'hasRequests' | 'hasErrors'> {
  readonly side: Side;
}

export type MeasureName = keyof typeof measures;
