import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { figuresFragment, type Figures } from '../statistics/figures';
import { type RangeSearch, toRange } from '../statistics/range';
import { formatFigure, seriesOf } from '../statistics/series';
import { lookEveryMs, useNow } from '../statistics/use-now';

const creativeFiguresDocument = graphql(
  `
    query CreativeFigures($id: ID!, $from: DateTime!, $to: DateTime!) {
      campaign(id: $id) {
        creatives(first: 100) {
          nodes {
            id
            figures(from: $from, to: $to) {
              ...AllFigures
            }
          }
        }
      }
    }
  `,
  [figuresFragment],
);

const columns = ['validViews', 'validClicks', 'clickRate', 'cost'].flatMap(
  (name) => seriesOf.advertiser.find((one) => one.name === name) ?? [],
);

/** Figures of a campaign's ads in a time, by their ids; empty while they are read. */
export function useCreativeFigures(
  campaignId: string,
  search: RangeSearch,
): ReadonlyMap<string, Figures> {
  const { from, to } = toRange(search, useNow());
  const time = { from: from.toISOString(), to: to.toISOString() };
  const { data } = useQuery({
    queryKey: ['figures of ads', campaignId, time],
    queryFn: async ({ signal }) =>
      (await request(creativeFiguresDocument, { id: campaignId, ...time }, signal)).campaign
        .creatives.nodes,
    placeholderData: keepOfSame(campaignId),
    refetchInterval: lookEveryMs,
  });
  return new Map(data?.map(({ id, figures }) => [id, figures]));
}

/** An ad's figures in one line. */
export const figuresText = (figures: Figures): string =>
  columns.map((one) => `${one.label} ${formatFigure(figures, one)}`).join(' · ');
