import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { formatMoney, Money } from '../parts/money';
import { Problem } from '../parts/problem';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { SettlementProblems } from './settlement-problems';
import { settlementDocument } from './settlement-state';
import { useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';

const pauseDocument = graphql(`
  mutation PauseSettlement($reason: String!) {
    pauseSettlement(reason: $reason) {
      pausedReason
    }
  }
`);

const resumeDocument = graphql(`
  mutation ResumeSettlement {
    resumeSettlement {
      pausedReason
    }
  }
`);

const changes = [['settlement'], ['waiting-withdrawals'], ['waiting-earnings']];

/** The server's account on the ledger, and whether payments go on. */
export function Settlement() {
  const state = useQuery({
    queryKey: ['settlement'],
    queryFn: async ({ signal }) => (await request(settlementDocument, {}, signal)).settlement,
    refetchInterval: lookEveryMs,
  });
  const pause = useReasonedChange({
    title: () => t('operator.pauseQuestion'),
    about: t('operator.otherOperatorsReadItPayments'),
    action: t('operator.pause'),
    mutate: (_settlement: typeof state.data, reason) => request(pauseDocument, { reason }),
    done: t('operator.noFurtherPaymentsArePrepared'),
    changes,
  });
  const resume = useChange({
    mutate: () => request(resumeDocument, {}),
    done: t('operator.paymentsGoOn'),
    changes,
  });
  return (
    <section className="card" aria-labelledby="settlement">
      <h2 id="settlement">{t('operator.settlement')}</h2>
      <Problem error={state.error} onRetry={() => void state.refetch()} />
      <Problem error={resume.error} />
      {state.data === undefined ? (
        state.isPending && <Loading />
      ) : (
        <>
          {state.data.pausedReason === null ? null : (
            <Alert color="yellow" mb="md" title={t('operator.paused')}>
              {state.data.pausedReason}
            </Alert>
          )}
          <SettlementProblems problems={state.data.problems} />
          <dl className="facts">
            <div>
              <dt>{t('operator.accountOnTheLedger')}</dt>
              <dd className="mono">{state.data.ledgerAddress}</dd>
            </div>
            <div>
              <dt>{t('operator.itsBalance')}</dt>
              <dd>
                {state.data.ledgerBalance === null ? (
                  <span className="soft">{t('operator.noWalletAnswersHere')}</span>
                ) : (
                  <Money amount={state.data.ledgerBalance} unit="coins" />
                )}
              </dd>
            </div>
            <div>
              <dt>{t('operator.onTheirWay')}</dt>
              <dd>
                {t('operator.inTransactions', {
                  amount: formatMoney(state.data.onTheirWay, 'coins'),
                  count: state.data.openTransactions,
                })}
              </dd>
            </div>
          </dl>
          <Group mt="md">
            {state.data.pausedReason === null ? (
              <Button
                variant="default"
                onClick={() => {
                  pause.choose(state.data);
                }}
              >
                {t('operator.pausePayments')}
              </Button>
            ) : (
              <Button
                loading={resume.isPending}
                onClick={() => {
                  resume.mutate();
                }}
              >
                {t('operator.resumePayments')}
              </Button>
            )}
          </Group>
        </>
      )}
      {pause.dialog}
    </section>
  );
}
