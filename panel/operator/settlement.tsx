import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { Problem } from '../parts/problem';
import { useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';

const settlementDocument = graphql(`
  query SettlementState {
    settlement {
      pausedReason
      problem
      onTheirWay
      openTransactions
      ledgerAddress
      ledgerBalance
    }
  }
`);

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

const changes = [['settlement'], ['waiting-earnings']];

/** The server's account on the ledger, and whether payments go on. */
export function Settlement() {
  const state = useQuery({
    queryKey: ['settlement'],
    queryFn: async ({ signal }) => (await request(settlementDocument, {}, signal)).settlement,
  });
  const pause = useReasonedChange({
    title: () => 'Pause payments?',
    about: 'Other operators read it. Payments that are prepared go on.',
    action: 'Pause',
    mutate: (_settlement: typeof state.data, reason) => request(pauseDocument, { reason }),
    done: 'No further payments are prepared.',
    changes,
  });
  const resume = useChange({
    mutate: () => request(resumeDocument, {}),
    done: 'Payments go on.',
    changes,
  });
  return (
    <section className="card" aria-labelledby="settlement">
      <h2 id="settlement">Settlement</h2>
      <Problem error={state.error} onRetry={() => void state.refetch()} />
      <Problem error={resume.error} />
      {state.data === undefined ? (
        state.isPending && <Loading />
      ) : (
        <>
          {state.data.pausedReason === null ? null : (
            <Alert color="yellow" mb="md" title="Paused">
              {state.data.pausedReason}
            </Alert>
          )}
          {state.data.problem === null ? null : (
            <Alert color="red" mb="md" title="Payments do not go out">
              {state.data.problem}
            </Alert>
          )}
          <dl className="facts">
            <div>
              <dt>Account on the ledger</dt>
              <dd className="mono">{state.data.ledgerAddress}</dd>
            </div>
            <div>
              <dt>Its balance</dt>
              <dd>
                {state.data.ledgerBalance === null ? (
                  <span className="soft">no wallet answers here</span>
                ) : (
                  <Money amount={state.data.ledgerBalance} unit="coins" />
                )}
              </dd>
            </div>
            <div>
              <dt>On their way</dt>
              <dd>
                <Money amount={state.data.onTheirWay} unit="coins" /> in{' '}
                {state.data.openTransactions} transactions
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
                Pause payments
              </Button>
            ) : (
              <Button
                loading={resume.isPending}
                onClick={() => {
                  resume.mutate();
                }}
              >
                Resume payments
              </Button>
            )}
          </Group>
        </>
      )}
      {pause.dialog}
    </section>
  );
}
