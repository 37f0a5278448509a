import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { Coins } from '../money/coins';
import { NextPage } from '../operator/next-page';
import { receiptFragment } from '../operator/peer-receipt';
import {
  type AskedWord,
  ReceiptButtons,
  ReceiptQuestion,
  receiptsKey,
} from '../operator/receipt-word';
import { nextAfter } from '../operator/review-list';
import { given } from '../operator/search';
import { TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { sentence } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t, wordOf } from '../texts/texts';

const receiptsDocument = graphql(
  `
    query PeerReceipts($peer: String, $state: PeerReceiptState, $afterId: ID) {
      peerReceipts(peer: $peer, state: $state, first: 50, afterId: $afterId) {
        ...ReceiptParts
      }
    }
  `,
  [receiptFragment],
);

type Receipt = ResultOf<typeof receiptFragment>;

const pageSize = 50;
const states = ['received', 'told', 'booked', 'unexplained', 'assigned', 'kept'] as const;
const route = getRouteApi('/operator/peer-receipts');

/** Coins that other servers have paid: of whom, how far they are explained, and what was booked of them. */
export function PeerReceiptsPage() {
  const { peer, status, after } = route.useSearch();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<AskedWord | null>(null);
  const state = states.find((one) => one === status) ?? null;
  const filter = { peer: peer ?? null, state };
  const afterId = after ?? null;
  const receipts = useQuery({
    queryKey: [...receiptsKey, filter, afterId],
    queryFn: async ({ signal }) =>
      (await request(receiptsDocument, { ...filter, afterId }, signal)).peerReceipts,
    placeholderData: keepOfSame(filter),
    refetchInterval: lookEveryMs,
  });
  const list = receipts.data;
  const next = nextAfter(list, pageSize);
  const go = (to: { readonly status?: string; readonly after?: string }) =>
    void navigate({ search: given({ peer, status, ...to }) });
  return (
    <>
      <PageHead title={t('peers.receipts')} about={t('peers.receiptsAbout')} />
      <TableCard
        id="peer-receipts"
        title={peer === undefined ? t('peers.ofAllServers') : t('peers.ofServer', { peer })}
        query={receipts}
        count={list?.length}
        none={t('peers.noReceipts')}
        before={<Filters {...{ peer, state, go }} />}
        head={
          <>
            <th scope="col">{t('common.when')}</th>
            <th scope="col">{t('common.from')}</th>
            <th scope="col">{t('common.state')}</th>
            <th scope="col" className="number">
              {t('peers.credited')}
            </th>
            <th scope="col" className="number">
              {t('common.amount')}
            </th>
            <td />
          </>
        }
        foot={
          <NextPage
            isFirst={after === undefined}
            hasNext={next !== undefined}
            onFirst={() => {
              go({});
            }}
            onNext={() => {
              if (next !== undefined) go({ after: next });
            }}
          />
        }
      >
        {list?.map((receipt) => (
          <Row key={receipt.id} receipt={receipt} onAsk={setAsked} />
        ))}
      </TableCard>
      {asked === null ? null : (
        <ReceiptQuestion
          asked={asked}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

function Filters({
  peer,
  state,
  go,
}: {
  readonly peer: string | undefined;
  readonly state: Receipt['state'] | null;
  readonly go: (to: { readonly status: string }) => void;
}) {
  return (
    <div className="filters">
      <NativeSelect
        aria-label={t('common.state')}
        value={state ?? ''}
        data={[
          { value: '', label: t('peers.allStates') },
          ...states.map((value) => ({ value, label: wordOf(value) })),
        ]}
        onChange={({ currentTarget }) => {
          go({ status: currentTarget.value });
        }}
      />
      {peer === undefined ? null : (
        <TextLink to="/operator/peer-receipts" search={{}} size="sm">
          {t('peers.ofAllServers')}
        </TextLink>
      )}
    </div>
  );
}

function Row({
  receipt,
  onAsk,
}: {
  readonly receipt: Receipt;
  readonly onAsk: (asked: AskedWord) => void;
}) {
  const { peer, transactionId, receivedAt, endedAt, state, isReversed, problem } = receipt;
  const { amount, sums } = receipt;
  return (
    <tr>
      <td data-label={t('common.when')}>
        <div>
          <When at={receivedAt} />
          {endedAt === null ? null : (
            <div className="soft small">
              {wordOf(state)} <When at={endedAt} />
            </div>
          )}
        </div>
      </td>
      <td data-title>
        <span className="mono">{peer}</span>
        <div>
          <TextLink
            to="/operator/peer-receipts/$id"
            params={{ id: receipt.id }}
            size="sm"
            className="mono"
            aria-label={t('peers.receiptOf', { transaction: transactionId })}
          >
            {transactionId}
          </TextLink>
        </div>
      </td>
      <td data-label={t('common.state')}>
        <div>
          <StatusBadge status={state} /> {isReversed ? <StatusBadge status="reversed" /> : null}
          {problem === null ? null : <div className="soft small">{sentence(problem)}</div>}
        </div>
      </td>
      <td data-label={t('peers.credited')} className="number">
        <div>
          <Money amount={sums.credited} unit="coins" />
          {sums.lines === 0 ? null : (
            <div className="soft small">
              {t('peers.toldIn', { lines: String(sums.lines) })}{' '}
              <Money amount={sums.told} unit="coins" />
            </div>
          )}
        </div>
      </td>
      <td data-label={t('common.amount')} className="number">
        <Coins amount={amount} />
      </td>
      <td data-title className="row-actions">
        {state === 'unexplained' && !isReversed ? <ReceiptButtons {...{ receipt, onAsk }} /> : null}
      </td>
    </tr>
  );
}
