import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import type { Range } from './range';

/** The side that the figures are for. */
export type Side = 'advertiser' | 'publisher' | 'operator';

/** All that a column or a chart may show. */
export const figuresFragment = graphql(`
  fragment AllFigures on Figures {
    validViews
    validClicks
    uniqueViews
    clickRate
    invalidViewRate
    invalidClickRate
    measuredViewRate
    conversions
    cost
    cpm
    cpc
    revenue
    rpm
    rpc
    requests
    fillRate
    fees
    clientErrors
    serverErrors
  }
`);

const figuresDocument = graphql(
  `
    query Figures(
      $as: StatisticsSide!
      $from: DateTime!
      $to: DateTime!
      $interval: StatisticsInterval!
      $timeZone: String!
      $filter: StatisticsFilter
    ) {
      statistics(
        as: $as
        from: $from
        to: $to
        interval: $interval
        timeZone: $timeZone
        filter: $filter
        first: 120
      ) {
        behindSeconds
        nodes {
          from
          figures {
            ...AllFigures
          }
        }
        totals {
          ...AllFigures
          rejected {
            kind
            reason
            count
            rate
          }
        }
        previous {
          ...AllFigures
        }
      }
    }
  `,
  [figuresFragment],
);

export type Statistics = ResultOf<typeof figuresDocument>['statistics'];
export type Figures = Statistics['previous'];

/** One campaign, or one site; without any, all of the person's. */
export interface FiguresFilter {
  readonly campaign?: string[];
  readonly site?: string[];
  readonly medium?: string[];
}

export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

export const figuresQuery = (as: Side, { from, to, interval }: Range, filter: FiguresFilter) => {
  const time = { from: from.toISOString(), to: to.toISOString(), interval };
  const about = { as, filter };
  return queryOptions({
    queryKey: ['figures', about, time],
    queryFn: async ({ signal }) =>
      (await request(figuresDocument, { ...about, ...time, timeZone }, signal)).statistics,
    placeholderData: keepOfSame(about),
  });
};
