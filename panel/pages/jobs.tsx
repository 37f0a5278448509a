import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useChange } from '../operator/use-change';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';

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

/** What comes round by itself: how it went, and when it comes next. */
export function JobsPage() {
  const jobs = useQuery(jobsQuery);
  const run = useChange({
    mutate: (name: string) => request(runDocument, { name }),
    done: 'The job has run.',
    changes: [jobsQuery.queryKey],
  });
  return (
    <>
      <PageHead
        title="Jobs"
        about="Work that comes round by itself. One gateway at a time runs a job, or a piece of one."
      />
      <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />
      <Problem error={run.error} />
      {jobs.data === undefined ? (
        jobs.isPending && <Loading />
      ) : (
        <section className="card" data-flush>
          <table className="table" aria-label="Jobs">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Last result</th>
                <th scope="col">Ended</th>
                <th scope="col">Every</th>
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
      <td data-label="Last result">
        {isPerProcess ? (
          <span className="soft">each gateway for itself</span>
        ) : isRunning ? (
          <StatusBadge status="running" />
        ) : result === null ? (
          <span className="soft">not yet</span>
        ) : (
          <StatusBadge status={result} />
        )}
      </td>
      <td data-label="Ended">
        {last === undefined ? <span className="soft">–</span> : <When at={last} />}
      </td>
      <td data-label="Every">
        <span className="nowrap">{describeSeconds(everySeconds)}</span>
      </td>
      <td data-title className="row-actions">
        {isPerProcess ? null : (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            aria-label={`Run now: ${name}`}
            onClick={() => {
              onRun(name);
            }}
          >
            Run now
          </Button>
        )}
      </td>
    </tr>
  );
}

function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
