import { Button, Group, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useChange } from '../operator/use-change';
import { CopyButton } from '../parts/copy-button';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { formatTime } from '../parts/when';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import type { Payout } from './payout';

const claimDocument = graphql(`
  mutation ClaimAddress($address: String!) {
    claimAddress(address: $address) {
      code
    }
  }
`);

/** Addresses that pages name as their publisher, shown to be one's own by a transfer with a code. */
export function Claims({ payout }: { readonly payout: Payout }) {
  const { viewer, addressClaims } = payout;
  const [address, setAddress] = useState('');
  const claim = useChange({
    mutate: () => request(claimDocument, { address: address.trim() }),
    done: t('account.sendATransferWithThe'),
    changes: [['payout']],
    onDone: () => {
      setAddress('');
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    claim.mutate();
  };
  return (
    <div className="claims">
      <h3>{t('account.addressesThatAreYours')}</h3>
      <p className="soft settings-about">{t('account.pagesMayNameAnAddress')}</p>
      {viewer.provenAddresses.length > 0 ? (
        <ul className="claim-list">
          {viewer.provenAddresses.map((proven) => (
            <li key={proven}>
              <span className="mono">{proven}</span> <StatusBadge status="confirmed" />
            </li>
          ))}
        </ul>
      ) : null}
      {addressClaims
        .filter(
          ({ provenAt, expiresAt }) => provenAt === null && Date.parse(expiresAt) > Date.now(),
        )
        .map((open) => (
          <div key={open.address} className="claim">
            <p>
              {t.rich('account.sendAnyAmount', {
                mono,
                from: open.address,
                to: viewer.depositAddress,
                time: formatTime(open.expiresAt),
              })}
            </p>
            <p className="mono claim-code">{messageOf(open.code)}</p>
            <CopyButton text={messageOf(open.code)} label={t('account.copyTheMessage')} />
          </div>
        ))}
      <Problem error={claim.error} />
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t('account.claimAnAddress')}
            placeholder="0001-00000001-8B4E"
            autoComplete="off"
            required
            value={address}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value);
            }}
          />
          <Button type="submit" variant="default" loading={claim.isPending}>
            {t('account.getACode')}
          </Button>
        </Group>
      </form>
    </div>
  );
}

/** A transfer's message has 64 digits, of which the code is the last. */
const messageOf = (code: string) => code.padStart(64, '0');
