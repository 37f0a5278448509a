import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { describeSeconds } from '../operator/describe-seconds';
import { useChange } from '../operator/use-change';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t } from '../texts/texts';

const jobsDocument = graphql(`
  query Jobs {
    jobs {
      name
      everySeconds
      isPerProcess
      pieces {
        piece
        holder
        nextRunAt
        lastEndedAt
        lastResult
        lastMessage
        lostRuns
      }
    }
  }
`);

const runDocument = graphql(`
  mutation RunJob($name: ID!) {
    runJob(name: $name) {
      name
    }
  }
`);

type Job = ResultOf<typeof jobsDocument>['jobs'][number];

const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => request(jobsDocument, {}, signal),
  refetchInterval: 5_000,
});

/** The jobs that come round by themselves: their last result and their next turn. */
export function JobsPage() {
  const jobs = useQuery(jobsQuery);
  const run = useChange({
    mutate: (name: string) => request(runDocument, { name }),
    done: t('operator.theJobHasRun'),
    changes: [jobsQuery.queryKey],
  });
  return (
    <>
      <PageHead title={t('operator.jobs')} about={t('operator.workThatComesRoundBy')} />
      <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />
      <Problem error={run.error} />
      {jobs.data === undefined ? (
        jobs.isPending && <Loading />
      ) : (
        <section className="card" data-flush>
          <table className="table" aria-label={t('operator.jobs')}>
            <thead>
              <tr>
                <th scope="col">{t('operator.job')}</th>
                <th scope="col">{t('operator.lastResult')}</th>
                <th scope="col">{t('operator.ended')}</th>
                <th scope="col">{t('operator.every')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {jobs.data.jobs.map((job) => (
                <Row
                  key={job.name}
                  job={job}
                  isBusy={run.isPending && run.variables === job.name}
                  onRun={run.mutate}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function Row({
  job: { name, everySeconds, isPerProcess, pieces },
  isBusy,
  onRun,
}: {
  readonly job: Job;
  readonly isBusy: boolean;
  readonly onRun: (name: string) => void;
}) {
  const failed = pieces.find(({ lastResult }) => lastResult !== null && lastResult !== 'ok');
  const ended = pieces.flatMap(({ lastEndedAt }) => lastEndedAt ?? []).toSorted();
  const isRunning = pieces.some(({ holder }) => holder !== null);
  const result = failed?.lastResult ?? (ended.length > 0 ? 'ok' : null);
  const last = ended.at(-1);
  return (
    <tr>
      <td data-title>
        <strong>{name}</strong>
        {failed?.lastMessage == null ? null : <div className="soft">{failed.lastMessage}</div>}
      </td>
      <td data-label={t('operator.lastResult')}>
        {isPerProcess ? (
          <span className="soft">{t('operator.eachGatewayForItself')}</span>
        ) : isRunning ? (
          <StatusBadge status="running" />
        ) : result === null ? (
          <span className="soft">{t('operator.notYet')}</span>
        ) : (
          <StatusBadge status={result} />
        )}
      </td>
      <td data-label={t('operator.ended')}>
        {last === undefined ? <span className="soft">–</span> : <When at={last} />}
      </td>
      <td data-label={t('operator.every')}>
        <span className="nowrap">{describeSeconds(everySeconds)}</span>
      </td>
      <td data-title className="row-actions">
        {isPerProcess ? null : (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            aria-label={t('operator.runNowName', { name })}
            onClick={() => {
              onRun(name);
            }}
          >
            {t('operator.runNow')}
          </Button>
        )}
      </td>
    </tr>
  );
}
