import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Coins } from '../money/coins';
import { PaymentList } from '../money/payment-list';
import { createReference } from '../reference';
import { Tile } from '../money/tile';
import { describeUnpaid, unpaidFragment } from '../money/unpaid';
import { walletKey } from '../money/wallet-key';
import { Confirm } from '../parts/confirm';
import { TextLink } from '../parts/links';
import { formatMoney } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { viewerQuery } from '../viewer';
import { readPaymentsSearch } from './payments.search';

const earningsDocument = graphql(
  `
    query Earnings {
      viewer {
        earnings
        funds
        payoutAddress
        waitingEarnings {
          unpaid {
            ...UnpaidParts
          }
        }
      }
    }
  `,
  [unpaidFragment],
);

const moveDocument = graphql(`
  mutation MoveEarnings($amount: Amount!, $reference: String!) {
    moveEarningsToFunds(amount: $amount, reference: $reference) {
      id
    }
  }
`);

const route = getRouteApi('/payments');

/** The earnings of the person’s sites, the paid part, and the reasons why the rest waits. */
export function PaymentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const [reference, setReference] = useState<string | null>(null);
  const earnings = useQuery({
    queryKey: ['earnings'],
    queryFn: async ({ signal }) => (await request(earningsDocument, {}, signal)).viewer,
    refetchInterval: lookEveryMs,
  });
  const data = earnings.data;
  const amount = data?.earnings ?? '0';
  const move = useMutation({
    // The reference is of the question: asked twice, it is done once.
    mutationFn: () => request(moveDocument, { amount, reference: reference ?? '' }),
    onSuccess: async () => {
      say(t('money.yourEarningsAreFundsNow'));
      await queryClient.invalidateQueries({ queryKey: ['earnings'] });
      await queryClient.invalidateQueries({ queryKey: walletKey });
      await queryClient.invalidateQueries(viewerQuery);
    },
    onSettled: () => {
      setReference(null);
    },
  });
  return (
    <>
      <PageHead title={t('money.payments')} about={t('money.paymentsAbout')} />
      <Problem error={earnings.error} onRetry={() => void earnings.refetch()} />
      <Problem error={move.error} />
      {data === undefined ? null : (
        <section className="card" aria-label={t('money.earnings')}>
          <div className="tiles">
            <Tile label={t('money.earnedNotYetPaid')} value={<Coins amount={amount} isShort />}>
              {data.waitingEarnings?.unpaid
                ? describeUnpaid(data.waitingEarnings.unpaid)
                : Number(amount) > 0
                  ? t('money.paidWithTheNextTurn')
                  : ''}
            </Tile>
            <Tile
              label={t('common.paidAt')}
              value={
                <span className="tile-text mono">
                  {data.payoutAddress?.replace(/^ads:/, '') ?? t('common.noAddressYet')}
                </span>
              }
            >
              <TextLink to="/settings" size="sm">
                {data.payoutAddress === null ? t('money.sayWhereToPay') : t('money.changeIt')}
              </TextLink>
            </Tile>
          </div>
          <Button
            variant="default"
            disabled={Number(amount) <= 0}
            onClick={() => {
              setReference(createReference());
            }}
          >
            {t('money.useForCampaigns')}
          </Button>
        </section>
      )}
      <PaymentList
        search={search}
        onChange={(changes) =>
          void navigate({
            // The search as it is then: two changes may come in one moment.
            search: (before) => readPaymentsSearch({ ...before, page: undefined, ...changes }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Confirm
        isOpen={reference !== null}
        title={t('money.useYourEarningsForCampaigns')}
        action={t('money.moveToFunds')}
        isBusy={move.isPending}
        onConfirm={() => {
          move.mutate();
        }}
        onClose={() => {
          setReference(null);
        }}
      >
        {t('money.becomeFunds', { amount: formatMoney(amount, 'coins') })}
      </Confirm>
    </>
  );
}
