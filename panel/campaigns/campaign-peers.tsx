import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../graphql/request';
import { say } from '../parts/status';
import { TableCard } from '../parts/table-card';
import { FigureCells, FigureHeads } from '../statistics/figure-cells';
import { type RangeSearch, toRange } from '../statistics/range';
import { type FiguresRow, rowsQuery } from '../statistics/rows';
import { seriesOf } from '../statistics/series';
import { lookEveryMs, useNow } from '../statistics/use-now';
import { t } from '../texts/texts';
import { type Campaign, campaignQuery, updateCampaignDocument } from './campaign';

const columns = ['validViews', 'validClicks', 'clickRate', 'cost'].flatMap(
  (name) => seriesOf.advertiser.find((one) => one.name === name) ?? [],
);

/** Figures of places that a campaign was shown at. */
const usePlaces = (
  search: RangeSearch,
  about: { readonly by: 'peer' | 'host'; readonly filter: Record<string, string[]> },
) =>
  useQuery({
    ...rowsQuery({ side: 'advertiser', range: toRange(search, useNow()), ...about }),
    refetchInterval: lookEveryMs,
  });

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

const PlaceHead = ({ name }: { readonly name: string }) => (
  <FigureHeads name={name} columns={columns} />
);

function PlaceCells({ place: { key, figures } }: { readonly place: FiguresRow }) {
  return (
    <>
      <td data-title className="mono">
        {key ?? t('statistics.allOthers')}
      </td>
      <FigureCells figures={figures} columns={columns} />
    </>
  );
}
