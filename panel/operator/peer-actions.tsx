import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { ButtonLink } from '../parts/links';
import { Money } from '../parts/money';
import { t } from '../texts/texts';
import { type Peer, peersQuery } from './peers';
import { useChange } from './use-change';

const syncDocument = graphql(`
  mutation SyncPeer($address: String!) {
    syncPeer(address: $address) {
      peer
    }
  }
`);

const joinDocument = graphql(`
  mutation JoinPeer($address: String!, $most: Amount!) {
    joinPeer(address: $address, most: $most) {
      id
    }
  }
`);

/** The way to what another server has paid; its list is asked for here, and its joining fee is ordered. */
export function PeerActions({ peer }: { readonly peer: Peer }) {
  const { address, state, theirsHere, info } = peer;
  return (
    <Group gap="sm" mt="sm">
      <ButtonLink
        to="/operator/peer-receipts"
        search={{ peer: address }}
        variant="default"
        size="xs"
        aria-label={t('peers.receiptsOfOne', { address })}
      >
        {t('peers.itsReceipts')}
      </ButtonLink>
      {state === 'allowed' && theirsHere ? (
        <AskedAction
          label={t('peers.sync')}
          title={t('peers.syncOne', { address })}
          done={t('peers.synced', { address })}
          mutate={() => request(syncDocument, { address })}
        >
          {t('peers.syncAbout')}
        </AskedAction>
      ) : null}
      {Number(info.joiningFee) > 0 && (state === 'found' || state === 'allowed') ? (
        <AskedAction
          label={t('peers.join')}
          title={t('peers.joinOne', { address })}
          done={t('peers.joined', { address })}
          mutate={() => request(joinDocument, { address, most: info.joiningFee })}
        >
          {t('peers.joiningFee')}: <Money amount={info.joiningFee} unit="coins" />.{' '}
          {t('peers.joinAbout')}
        </AskedAction>
      ) : null}
    </Group>
  );
}

interface AskedActionProps {
  readonly label: string;
  /** The question, which names the server. */
  readonly title: string;
  /** The text that is said when it is done. */
  readonly done: string;
  readonly mutate: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Something that is done with a server once the operator has read what comes of it. */
function AskedAction({ label, title, done, mutate, children }: AskedActionProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  const change = useChange({ mutate, done, changes: [peersQuery.queryKey], onDone: close });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={title}
        onClick={() => {
          change.reset();
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <Confirm
        {...{ title, error: change.error, onClose: close }}
        isOpen={isAsking}
        action={label}
        isBusy={change.isPending}
        onConfirm={() => {
          change.mutate();
        }}
      >
        {children}
      </Confirm>
    </>
  );
}
