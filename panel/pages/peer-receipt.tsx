import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Coins } from '../money/coins';
import { type PeerReceipt, peerReceiptQuery } from '../operator/peer-receipt';
import { ReceiptLines } from '../operator/receipt-lines';
import { type AskedWord, ReceiptButtons, ReceiptQuestion } from '../operator/receipt-word';
import { Facts } from '../parts/facts';
import { ButtonLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem, sentence } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t, wordOf } from '../texts/texts';

const route = getRouteApi('/operator/peer-receipts/$id');

/** Coins that another server has paid once: how far they are explained, and the lines of their statement. */
export function PeerReceiptPage() {
  const { id } = route.useParams();
  const { part = 1, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<AskedWord | null>(null);
  const receipt = useQuery(peerReceiptQuery(id, part));
  const data = receipt.data;
  const isOpen = data?.state === 'unexplained' && !data.isReversed;
  return (
    <>
      <PageHead
        title={
          data === undefined
            ? t('peers.receipt')
            : t('peers.receiptOf', { transaction: data.transactionId })
        }
        about={t('peers.receiptAbout')}
      >
        <Group gap="xs">
          {isOpen ? <ReceiptButtons receipt={data} onAsk={setAsked} /> : null}
          <ButtonLink to="/operator/peer-receipts" variant="default">
            {t('peers.allReceipts')}
          </ButtonLink>
        </Group>
      </PageHead>
      <Problem error={receipt.error} onRetry={() => void receipt.refetch()} />
      {data === undefined ? (
        receipt.isPending && <Loading />
      ) : (
        <>
          <ReceiptFacts receipt={data} />
          <ReceiptLines
            receipt={data}
            part={part}
            page={page}
            onGo={(to) =>
              void navigate({
                search: {
                  ...(to.part > 1 && { part: to.part }),
                  ...(to.page > 1 && { page: to.page }),
                },
              })
            }
          />
        </>
      )}
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

function ReceiptFacts({ receipt }: { readonly receipt: PeerReceipt }) {
  const { peer, state, isReversed, problem, receivedAt, endedAt, amount, sums } = receipt;
  const rows = [
    [t('common.from'), <span className="mono">{peer}</span>],
    [t('common.when'), <When at={receivedAt} />],
    [
      t('common.state'),
      <>
        <StatusBadge status={state} /> {isReversed ? <StatusBadge status="reversed" /> : null}
      </>,
    ],
    ...(endedAt === null ? [] : [[wordOf(state), <When at={endedAt} />] as const]),
    ...(problem === null ? [] : [[t('peers.problem'), sentence(problem)] as const]),
    [t('common.amount'), <Coins amount={amount} />],
    [t('peers.toldInAll'), <Money amount={sums.told} unit="coins" />],
    [t('peers.credited'), <Money amount={sums.credited} unit="coins" />],
    [t('peers.lines'), sums.lines],
    ...(sums.leftOut === 0 ? [] : [[t('peers.leftOut'), sums.leftOut] as const]),
  ] as const;
  return (
    <section className="card">
      <Facts rows={rows} />
    </section>
  );
}
