import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { LastFee } from './last-fee';
import { peersQuery } from './peers';

const feesDocument = graphql(`
  query JoiningFees($address: String!) {
    joiningFees(address: $address) {
      id
      amount
      state
      orderedAt
      endedAt
      transactionId
      reason
    }
  }
`);

/** The joining fees for a server, the newest first; asked for once they are opened. */
export function JoiningFees({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const fees = useQuery({
    queryKey: [...peersQuery.queryKey, 'fees', address],
    queryFn: async ({ signal }) => (await request(feesDocument, { address }, signal)).joiningFees,
    enabled: isOpen,
  });
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>{t('peers.allFees')}</summary>
      <Problem error={fees.error} onRetry={() => void fees.refetch()} />
      {fees.data === undefined && fees.isLoading ? <Loading /> : null}
      <ul>
        {fees.data?.map((fee) => (
          <li key={fee.id}>
            <LastFee fee={fee} />
          </li>
        ))}
      </ul>
    </details>
  );
}
