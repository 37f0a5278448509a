import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import {
  findDocument,
  mostPeers,
  type Peer,
  peersQuery,
  pauseDocument,
  resumePeersDocument,
} from '../operator/peers';
import { JoiningFees } from '../operator/joining-fees';
import { LastFee } from '../operator/last-fee';
import { MayBeMore } from '../operator/may-be-more';
import { PeerActions } from '../operator/peer-actions';
import { PeerWord } from '../operator/peer-word';
import { useChange } from '../operator/use-change';
import { request } from '../graphql/request';
import { Facts } from '../parts/facts';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t } from '../texts/texts';

/** Other servers of the network: who they are, how they answer, and the word on each. */
export function PeersPage() {
  const peers = useQuery(peersQuery);
  const data = peers.data;
  return (
    <>
      <PageHead title={t('peers.peers')} about={t('peers.otherServers')}>
        {data === undefined || data.peerStatus.mode === 'off' ? null : (
          <Pause isPaused={data.peerStatus.pausedAt !== null} />
        )}
      </PageHead>
      <Problem error={peers.error} onRetry={() => void peers.refetch()} />
      {data === undefined ? (
        peers.isPending && <Loading />
      ) : (
        <>
          {data.peerStatus.mode === 'off' ? (
            <section className="card">
              <p>{t('peers.off')}</p>
            </section>
          ) : (
            <>
              <OwnBroadcast at={data.peerStatus.broadcastAt} />
              <Find />
            </>
          )}
          {data.peers.length === 0 ? (
            <p className="soft">{t('peers.none')}</p>
          ) : (
            data.peers.map((peer) => <PeerCard key={peer.address} peer={peer} />)
          )}
          <MayBeMore isFull={data.isFull} most={mostPeers} isOfEach />
        </>
      )}
    </>
  );
}

function OwnBroadcast({ at }: { readonly at: string | null }) {
  return (
    <p>
      {at === null ? (
        t('peers.noOwnBroadcast')
      ) : (
        <>
          {t('peers.ownBroadcast')} <When at={at} />
        </>
      )}
    </p>
  );
}

function Pause({ isPaused }: { readonly isPaused: boolean }) {
  const change = useChange({
    mutate: () => (isPaused ? request(resumePeersDocument, {}) : request(pauseDocument, {})),
    done: isPaused ? t('peers.resumed') : t('peers.paused'),
    changes: [peersQuery.queryKey],
  });
  return (
    <>
      <Problem error={change.error} />
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => {
          change.mutate();
        }}
      >
        {isPaused ? t('peers.resumeAll') : t('peers.pauseAll')}
      </Button>
    </>
  );
}

function Find() {
  const [place, setPlace] = useState('');
  const find = useChange({
    mutate: (wanted: string) => request(findDocument, { place: wanted }),
    done: t('peers.found'),
    changes: [peersQuery.queryKey],
    onDone: () => {
      setPlace('');
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    find.mutate(place);
  };
  return (
    <section className="card" aria-labelledby="find-peer">
      <h2 id="find-peer">{t('peers.find')}</h2>
      <Problem error={find.error} />
      <form onSubmit={submit}>
        <Group align="end">
          <TextInput
            label={t('peers.place')}
            description={t('peers.placeAbout')}
            required
            maxLength={1024}
            value={place}
            onChange={({ currentTarget }) => {
              setPlace(currentTarget.value);
            }}
          />
          <Button type="submit" loading={find.isPending}>
            {t('peers.ask')}
          </Button>
        </Group>
      </form>
    </section>
  );
}

function PeerCard({ peer }: { readonly peer: Peer }) {
  const { address, state, reach, info, url, broadcastAt, answeredAt, problem, obstacle, figures } =
    peer;
  const rows = [
    [t('peers.software'), `${info.name} ${info.version}`],
    [t('peers.server'), <span className="mono">{info.serverUrl}</span>],
    [t('peers.infoUrl'), <span className="mono">{url}</span>],
    [t('peers.reach'), <StatusBadge status={reach} />],
    [t('peers.answered'), <When at={answeredAt} />],
    [
      t('peers.broadcast'),
      broadcastAt === null ? t('peers.noBroadcast') : <When at={broadcastAt} />,
    ],
    [t('peers.campaigns'), figures.campaigns],
    [t('peers.viewsThere'), figures.viewsThere],
    [t('peers.viewsHere'), figures.viewsHere],
    [t('peers.owed'), <Money amount={figures.owed} unit="coins" />],
    [t('peers.paid'), <Money amount={figures.paid} unit="coins" />],
    [t('peers.received'), <Money amount={figures.received} unit="coins" />],
    ...(Number(info.joiningFee) === 0
      ? []
      : [[t('peers.joiningFee'), <Money amount={info.joiningFee} unit="coins" />] as const]),
    ...(peer.lastJoiningFee === null
      ? []
      : [[t('peers.lastFee'), <LastFee fee={peer.lastJoiningFee} />] as const]),
    ...(problem === null ? [] : [[t('peers.problem'), problem] as const]),
    ...(peer.import === null ? [] : rowsOfImport(peer.import)),
    ...(obstacle === null ? [] : [[t('peers.obstacle'), obstacle] as const]),
    ...(peer.nextInfo === null
      ? []
      : [
          [
            t('peers.nextServer'),
            <>
              <span className="mono">{peer.nextInfo.info.serverUrl}</span>{' '}
              <When at={peer.nextInfo.takenAt} />
            </>,
          ] as const,
        ]),
    ...(peer.clocks === null
      ? []
      : [
          [
            t('peers.clocks'),
            <>
              <When at={peer.clocks.theirs} /> / <When at={peer.clocks.ours} />
            </>,
          ] as const,
        ]),
  ] as const;
  return (
    <section className="card" aria-labelledby={`peer-${address}`}>
      <Group justify="space-between" mb="md">
        <h2 id={`peer-${address}`}>
          <span className="mono">{address}</span> <StatusBadge status={state} />
        </h2>
        <PeerWord peer={peer} />
      </Group>
      <Facts rows={rows} />
      <PeerActions peer={peer} />
      {peer.lastJoiningFee === null ? null : <JoiningFees address={address} />}
      <details className="disclosure">
        <summary>{t('peers.history')}</summary>
        <ul>
          {peer.states.map((one) => (
            <li key={one.at}>
              <When at={one.at} /> <StatusBadge status={one.state} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** The list of its campaigns, and why it was not taken the last time. */
const rowsOfImport = ({
  campaigns,
  creatives,
  importedAt,
  nextAt,
  problem,
}: NonNullable<Peer['import']>) => [
  [
    t('peers.list'),
    <>
      {t('peers.listHas', { campaigns: String(campaigns), creatives: String(creatives) })}
      {importedAt !== null && <When at={importedAt} />}
    </>,
  ] as const,
  ...(problem === null
    ? []
    : [
        [
          t('peers.listProblem'),
          <>
            {problem}. {nextAt === null ? t('peers.askedAfterBroadcast') : t('peers.askedNext')}{' '}
            {nextAt !== null && <When at={nextAt} />}
          </>,
        ] as const,
      ]),
];
