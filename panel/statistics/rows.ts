import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { figuresFragment, type Side } from './figures';
import type { Range } from './range';

const rowsDocument = graphql(
  `
    query FiguresBy(
      $as: StatisticsSide!
      $from: DateTime!
      $to: DateTime!
      $by: StatisticsDimension!
      $filter: StatisticsFilter!
    ) {
      statistics(as: $as, from: $from, to: $to, by: $by, filter: $filter, top: 20, first: 21) {
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

/** The twenty with most views, and all others as one. */
export function rowsQuery({ side, range: { from, to }, by, filter }: Question) {
  const variables = { as: side, by, filter, from: from.toISOString(), to: to.toISOString() };
  return queryOptions({
    queryKey: ['figures by', variables],
    queryFn: async ({ signal }) =>
      (await request(rowsDocument, variables, signal)).statistics.nodes,
  });
}
