import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toAmount } from '../campaigns/decimal';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { formatMoney } from '../parts/money';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { createReference } from '../reference';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { Coins } from './coins';
import { describeUnpaid, unpaidFragment } from './unpaid';
import { walletKey } from './wallet-key';

const quoteDocument = graphql(
  `
    query WithdrawalQuote {
      withdrawalQuote {
        address
        free
        least
        networkFee
        unpaid {
          ...UnpaidParts
        }
      }
    }
  `,
  [unpaidFragment],
);

const requestDocument = graphql(`
  mutation RequestWithdrawal($amount: Amount!, $reference: String!) {
    requestWithdrawal(amount: $amount, reference: $reference) {
      id
      step
    }
  }
`);

/** Takes funds out: what it costs and where it goes are said before anything is asked for. */
export function Withdraw() {
  const queryClient = useQueryClient();
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState<string | null>(null);
  const quote = useQuery({
    queryKey: [...walletKey, 'quote'],
    queryFn: async ({ signal }) => (await request(quoteDocument, {}, signal)).withdrawalQuote,
    refetchInterval: lookEveryMs,
  });
  const withdraw = useMutation({
    // The reference is of the question, which stays open after an answer that was lost: asked twice, it is done once.
    mutationFn: () =>
      request(requestDocument, { amount: toAmount('amount', amount), reference: reference ?? '' }),
    onSuccess: async ({ requestWithdrawal: { step } }) => {
      setReference(null);
      setAmount('');
      say(step === 'unconfirmed' ? t('money.aMailWithALink') : t('money.theWithdrawalWaitsForThe'));
      await queryClient.invalidateQueries({ queryKey: walletKey });
    },
    onError: (error) => {
      // It is said at the field.
      if (fieldErrors(error)['amount'] !== undefined) setReference(null);
    },
  });
  const problems = fieldErrors(withdraw.error);
  const data = quote.data;
  return (
    <section className="card no-print" aria-labelledby="withdraw">
      <h2 id="withdraw">{t('money.withdraw')}</h2>
      <Problem error={quote.error} onRetry={() => void quote.refetch()} />
      {reference === null && problems['amount'] === undefined ? (
        <Problem error={withdraw.error} />
      ) : null}
      {data === undefined ? (
        quote.isPending && <Loading />
      ) : data.address === null ? (
        <p className="soft">
          {t('money.thereIsNoAddressThat')}{' '}
          <TextLink to="/settings" size="sm">
            {t('money.setOne')}
          </TextLink>
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            withdraw.reset();
            setReference(createReference());
          }}
        >
          {data.unpaid === null ? null : (
            <Alert color="yellow" mb="md">
              {t('money.notPaidAtOnce', { reason: describeUnpaid(data.unpaid) })}
            </Alert>
          )}
          <dl className="facts">
            <div>
              <dt>{t('common.to')}</dt>
              <dd className="mono">{data.address}</dd>
            </div>
            <div>
              <dt>{t('money.youCanWithdraw')}</dt>
              <dd>
                <Coins amount={data.free} />
              </dd>
            </div>
            <div>
              <dt>{t('money.theNetworksFee')}</dt>
              <dd>
                {t('money.feePaidByOperator', { fee: formatMoney(data.networkFee, 'coins') })}
              </dd>
            </div>
          </dl>
          <div className="inline-form">
            <TextInput
              label={t('money.coins')}
              description={t('money.leastToWithdraw', { least: formatMoney(data.least, 'coins') })}
              inputMode="decimal"
              required
              value={amount}
              error={problems['amount']}
              onChange={({ currentTarget: { value } }) => {
                setAmount(value);
              }}
            />
            <Button type="submit" disabled={Number(data.free) <= 0}>
              {t('money.withdraw')}
            </Button>
          </div>
        </form>
      )}
      <Confirm
        isOpen={reference !== null}
        title={t('money.withdrawQuestion', { amount })}
        action={t('money.withdraw')}
        isBusy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => {
          withdraw.mutate();
        }}
        onClose={() => {
          setReference(null);
        }}
      >
        {t('money.theyLeaveYourFunds', { address: data?.address ?? '' })}
      </Confirm>
    </section>
  );
}
