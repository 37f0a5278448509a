import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { request } from '../graphql/request';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { allowDocument, denyDocument, type Peer, peersQuery } from './peers';
import { useChange } from './use-change';

/** Says the operator's word on another server. */
export function PeerWord({ peer }: { readonly peer: Peer }) {
  const { address, state } = peer;
  const [oursThere, setOursThere] = useState(peer.oursThere);
  const [theirsHere, setTheirsHere] = useState(peer.theirsHere);
  const allow = useChange({
    mutate: () => request(allowDocument, { address, oursThere, theirsHere }),
    done: t('peers.isAllowed', { address }),
    changes: [peersQuery.queryKey],
  });
  const deny = useChange({
    mutate: () => request(denyDocument, { address }),
    done: t('peers.isDenied', { address }),
    changes: [peersQuery.queryKey],
  });
  return (
    <>
      <Problem error={errorOfLast(allow, deny)} />
      <Group gap="sm">
        <Checkbox
          label={t('peers.oursThere')}
          checked={oursThere}
          onChange={({ currentTarget }) => {
            setOursThere(currentTarget.checked);
          }}
        />
        <Checkbox
          label={t('peers.theirsHere')}
          checked={theirsHere}
          onChange={({ currentTarget }) => {
            setTheirsHere(currentTarget.checked);
          }}
        />
        <Button
          size="xs"
          loading={allow.isPending}
          disabled={!oursThere && !theirsHere}
          aria-label={t('peers.allowOne', { address })}
          onClick={() => {
            allow.mutate();
          }}
        >
          {t('peers.allow')}
        </Button>
        <Button
          size="xs"
          color="red"
          variant="default"
          loading={deny.isPending}
          disabled={state === 'denied'}
          aria-label={t('peers.denyOne', { address })}
          onClick={() => {
            deny.mutate();
          }}
        >
          {t('peers.deny')}
        </Button>
      </Group>
    </>
  );
}
