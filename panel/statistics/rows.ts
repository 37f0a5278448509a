import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { figuresFragment, type Side, timeZone } from './figures';
import type { Range } from './range';

const rowsDocument = graphql(
  `
    query FiguresBy(
      $as: StatisticsSide!
      $from: DateTime!
      $to: DateTime!
      $by: StatisticsDimension!
      $timeZone: String!
      $top: PositiveInt
      $filter: StatisticsFilter!
    ) {
      statistics(
        as: $as
        from: $from
        to: $to
        by: $by
        timeZone: $timeZone
        top: $top
        filter: $filter
        first: 24
      ) {
        nodes {
          key
          name
          isOthers
          figures {
            ...AllFigures
          }
        }
      }
    }
  `,
  [figuresFragment],
);

export type FiguresRow = ResultOf<typeof rowsDocument>['statistics']['nodes'][number];
export type Dimension = VariablesOf<typeof rowsDocument>['by'];

interface Question {
  readonly side: Side;
  readonly range: Pick<Range, 'from' | 'to'>;
  readonly by: Dimension;
  readonly filter: VariablesOf<typeof rowsDocument>['filter'];
}

/** The twenty with most views, and all others as one; all hours from midnight on, all frequencies from the first view on. */
export function rowsQuery({ side, range: { from, to }, by, filter }: Question) {
  const time = { from: from.toISOString(), to: to.toISOString(), timeZone };
  const about = { as: side, by, filter };
  const variables = { ...about, ...time, top: by in placesOf ? null : 20 };
  return queryOptions({
    queryKey: ['figures by', about, time],
    queryFn: async ({ signal }) => {
      const { nodes } = (await request(rowsDocument, variables, signal)).statistics;
      const placeOf = placesOf[by];
      return placeOf ? nodes.toSorted((one, other) => placeOf(one) - placeOf(other)) : nodes;
    },
    placeholderData: keepOfSame(about),
  });
}

/** The places of rows that have an order of their own. */
const placesOf: Readonly<Partial<Record<Dimension, (row: FiguresRow) => number>>> = {
  hour: ({ key }) => Number(key),
  frequency: ({ key }) => (key === 'more' ? 11 : Number(key || '12')),
};
