import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import type { Stage } from './stages';
import { walletKey } from './wallet-key';

const awaitedDocument = graphql(`
  query AwaitedDeposits {
    awaitedDeposits {
      id
      amount
      sender
      transactionId
      sentAt
      block
    }
  }
`);

export type AwaitedDeposit = ResultOf<typeof awaitedDocument>['awaitedDeposits'][number];

/** While something is on its way, its owner watches. */
const watchEveryMs = 3_000;

/** Deposits that are on their way. Once one has come, all of the wallet is read anew. */
export function useAwaitedDeposits(): readonly AwaitedDeposit[] {
  const queryClient = useQueryClient();
  const awaited = useQuery({
    queryKey: [...walletKey, 'awaited'],
    queryFn: async ({ signal }) => (await request(awaitedDocument, {}, signal)).awaitedDeposits,
    refetchInterval: ({ state }) => (state.data?.length ? watchEveryMs : lookEveryMs),
  });
  const count = awaited.data?.length ?? 0;
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void queryClient.invalidateQueries({ queryKey: walletKey });
    before.current = count;
  }, [count]);
  return awaited.data ?? [];
}

export const stagesOfAwaited = ({ sentAt, block }: AwaitedDeposit): readonly Stage[] => [
  { title: t('money.stageSeen'), at: sentAt },
  {
    title: t('money.stageClosed'),
    at: block,
    text: block === null ? t('money.waitsForBlock') : null,
  },
  { title: t('money.stageBooked'), at: null, text: t('money.waitsForDepth') },
];
