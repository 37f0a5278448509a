import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { say } from '../parts/status';
import { TableCard } from '../parts/table-card';
import { figuresFragment } from '../statistics/figures';
import { type RangeSearch, toRange } from '../statistics/range';
import { formatFigure, seriesOf } from '../statistics/series';
import { t } from '../texts/texts';
import { type Campaign, campaignQuery, updateCampaignDocument } from './campaign';

const placesDocument = graphql(
  `
    query FiguresOfPlaces(
      $from: DateTime!
      $to: DateTime!
      $by: StatisticsDimension!
      $filter: StatisticsFilter!
    ) {
      statistics(
        as: advertiser
        from: $from
        to: $to
        by: $by
        filter: $filter
        top: 20
        first: 21
      ) {
        nodes {
          key
          figures {
            ...AllFigures
          }
        }
      }
    }
  `,
  [figuresFragment],
);

type Place = ResultOf<typeof placesDocument>['statistics']['nodes'][number];

const columns = ['validViews', 'validClicks', 'clickRate', 'cost'].flatMap(
  (name) => seriesOf.advertiser.find((one) => one.name === name) ?? [],
);

/** Figures of places that a campaign was shown at. */
function usePlaces(
  search: RangeSearch,
  { by, filter }: { readonly by: 'peer' | 'host'; readonly filter: Record<string, string[]> },
) {
  const { from, to } = toRange(search, new Date());
  const variables = { by, filter, from: from.toISOString(), to: to.toISOString() };
  return useQuery({
    queryKey: ['figures of places', variables],
    queryFn: async ({ signal }) =>
      (await request(placesDocument, variables, signal)).statistics.nodes,
  });
}

/** The servers of the network on whose sites a campaign was shown, with their hosts. */
export function CampaignPeers({
  campaign,
  search,
}: {
  readonly campaign: Campaign;
  readonly search: RangeSearch;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const { id, excludedPeers } = campaign;
  const peers = usePlaces(search, { by: 'peer', filter: { campaign: [id] } });
  const exclusion = useExclusion(campaign);
  // Sites of ours have an empty key, and all others together have none.
  const rows = peers.data?.flatMap((row) => (row.key ? [{ ...row, key: row.key }] : []));
  return (
    <>
      <TableCard
        {...{ id: 'peers', title: t('campaigns.onOtherServers'), query: peers }}
        count={rows?.length}
        error={exclusion.error}
        none={null}
        head={
          <>
            <PlaceHead name={t('campaigns.server')} />
            <th />
          </>
        }
      >
        {rows?.map((row) => (
          <tr key={row.key}>
            <PlaceCells place={row} />
            <td>
              <Group gap="xs" justify="flex-end">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setOpened(opened === row.key ? null : row.key);
                  }}
                >
                  {opened === row.key ? t('campaigns.hideHosts') : t('campaigns.hosts')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={exclusion.isPending}
                  onClick={() => {
                    exclusion.mutate(row.key);
                  }}
                >
                  {excludedPeers.includes(row.key)
                    ? t('campaigns.thereAgain')
                    : t('campaigns.notThere')}
                </Button>
              </Group>
            </td>
          </tr>
        ))}
      </TableCard>
      {opened === null ? null : <HostsOfPeer {...{ campaignId: id, peer: opened, search }} />}
    </>
  );
}

/** Excludes a server that may show the campaign, and lets one again that may not. */
function useExclusion({ id, excludedPeers }: Campaign) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => {
      const others = excludedPeers.filter((peer) => peer !== name);
      const excluded = others.length < excludedPeers.length ? others : [...others, name];
      return request(updateCampaignDocument, { id, input: { excludedPeers: excluded } });
    },
    onSuccess: (_answer, name) => {
      const isAgain = excludedPeers.includes(name);
      say(t(isAgain ? 'campaigns.nameIsTakenAgain' : 'campaigns.nameIsExcluded', { name }));
    },
    onSettled: () => queryClient.invalidateQueries(campaignQuery(id)),
  });
}

function HostsOfPeer({
  campaignId,
  peer,
  search,
}: {
  readonly campaignId: string;
  readonly peer: string;
  readonly search: RangeSearch;
}) {
  const hosts = usePlaces(search, { by: 'host', filter: { campaign: [campaignId], peer: [peer] } });
  return (
    <TableCard
      {...{ id: 'hosts-of-peer', title: t('campaigns.hostsOfName', { name: peer }), query: hosts }}
      count={hosts.data?.length}
      none={t('campaigns.nothing')}
      head={<PlaceHead name={t('campaigns.hosts')} />}
    >
      {hosts.data?.map((row) => (
        <tr key={row.key ?? ''}>
          <PlaceCells place={row} />
        </tr>
      ))}
    </TableCard>
  );
}

function PlaceHead({ name }: { readonly name: string }) {
  return (
    <>
      <th scope="col">{name}</th>
      {columns.map((column) => (
        <th key={column.name} scope="col" className="number">
          {column.label}
        </th>
      ))}
    </>
  );
}

function PlaceCells({ place: { key, figures } }: { readonly place: Place }) {
  return (
    <>
      <td data-title className="mono">
        {key ?? t('campaigns.allOthers')}
      </td>
      {columns.map((column) => (
        <td key={column.name} data-label={column.label} className="number">
          {formatFigure(figures, column)}
        </td>
      ))}
    </>
  );
}
