import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { request } from '../graphql/request';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { allowDocument, denyDocument, type Peer, peersQuery } from './peers';
import { useChange } from './use-change';

type Word = Pick<Peer, 'oursThere' | 'theirsHere'>;

/** Says the operator's word on another server. The boxes show the word that holds, until another one is chosen. */
export function PeerWord({ peer }: { readonly peer: Peer }) {
  const { address, state } = peer;
  const [chosen, setChosen] = useState<Partial<Word>>({});
  const { oursThere, theirsHere } = { ...peer, ...chosen };
  // Not before the list is there again: the boxes would show the former word meanwhile.
  const onSuccess = () => {
    setChosen({});
  };
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
            setChosen({ ...chosen, oursThere: currentTarget.checked });
          }}
        />
        <Checkbox
          label={t('peers.theirsHere')}
          checked={theirsHere}
          onChange={({ currentTarget }) => {
            setChosen({ ...chosen, theirsHere: currentTarget.checked });
          }}
        />
        <Button
          size="xs"
          loading={allow.isPending}
          disabled={!oursThere && !theirsHere}
          aria-label={t('peers.allowOne', { address })}
          onClick={() => {
            allow.mutate(undefined, { onSuccess });
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
            deny.mutate(undefined, { onSuccess });
          }}
        >
          {t('peers.deny')}
        </Button>
      </Group>
    </>
  );
}
