import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type VariablesOf } from '../graphql/graphql';
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

/** A question that stays open after an answer that was lost: asked twice by its reference, it is done once. */
type Question = VariablesOf<typeof moveDocument>;

const route = getRouteApi('/payments');

/** The earnings of the person’s sites, the paid part, and the reasons why the rest waits. */
export function PaymentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const earnings = useQuery({
    queryKey: ['earnings'],
    queryFn: async ({ signal }) => (await request(earningsDocument, {}, signal)).viewer,
    refetchInterval: lookEveryMs,
  });
  const data = earnings.data;
  const amount = data?.earnings ?? '0';
  const move = useMutation({
    mutationFn: (asked: Question) => request(moveDocument, asked),
    onSuccess: async () => {
      setQuestion(null);
      say(t('money.yourEarningsAreFundsNow'));
      await queryClient.invalidateQueries({ queryKey: ['earnings'] });
      await queryClient.invalidateQueries({ queryKey: walletKey });
      await queryClient.invalidateQueries(viewerQuery);
    },
  });
  return (
    <>
      <PageHead title={t('money.payments')} about={t('money.paymentsAbout')} />
      <Problem error={earnings.error} onRetry={() => void earnings.refetch()} />
      {question === null ? <Problem error={move.error} /> : null}
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
              move.reset();
              setQuestion({ amount, reference: createReference() });
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
        isOpen={question !== null}
        title={t('money.useYourEarningsForCampaigns')}
        action={t('money.moveToFunds')}
        isBusy={move.isPending}
        error={move.error}
        onConfirm={() => {
          if (question !== null) move.mutate(question);
        }}
        onClose={() => {
          setQuestion(null);
        }}
      >
        {t('money.becomeFunds', { amount: formatMoney(question?.amount ?? amount, 'coins') })}
      </Confirm>
    </>
  );
}
