import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { AskReason } from '../operator/ask-reason';
import { rejectCreativeDocument } from '../operator/reject-creative';
import { NextPage } from '../operator/next-page';
import { given } from '../operator/search';
import { useChange } from '../operator/use-change';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';

const reportsDocument = graphql(`
  query CreativeReports($afterId: ID) {
    allCreativeReports(first: 50, afterId: $afterId) {
      id
      creativeId
      advertiserId
      reason
      count
      comments
      lastReportedAt
    }
  }
`);

type Report = ResultOf<typeof reportsDocument>['allCreativeReports'][number];

const pageSize = 50;
const route = getRouteApi('/operator/reports');

/** What people and pages have reported of creatives. */
export function ReportsPage() {
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<Report | null>(null);
  const reports = useQuery({
    queryKey: ['creative-reports', after],
    queryFn: async ({ signal }) =>
      (await request(reportsDocument, { afterId: after ?? null }, signal)).allCreativeReports,
  });
  const reject = useChange({
    mutate: (asked: { readonly id: string; readonly reason: string }) =>
      request(rejectCreativeDocument, asked),
    done: 'The creative is not shown any more.',
    changes: [['review-creatives']],
    onDone: () => {
      setChosen(null);
    },
  });
  const list = reports.data;
  return (
    <>
      <PageHead
        title="Reports"
        about="What people, and pages by themselves, have reported of creatives. Anybody may report: look before you reject."
      />
      <Problem error={reports.error} onRetry={() => void reports.refetch()} />
      <section className="card" data-flush>
        {list === undefined ? reports.isPending && <Loading /> : null}
        {list?.length === 0 ? <p className="none">Nobody has reported anything.</p> : null}
        {list !== undefined && list.length > 0 ? (
          <Table reports={list} onReject={setChosen} />
        ) : null}
        <NextPage
          isFirst={after === undefined}
          hasNext={list?.length === pageSize}
          onFirst={() => void navigate({ search: {} })}
          onNext={() => void navigate({ search: given({ after: list?.at(-1)?.id }) })}
        />
      </section>
      {chosen === null ? null : (
        <AskReason
          title="Reject this creative?"
          about="Its owner reads it. The creative is out of serving within two seconds."
          action="Reject"
          isBusy={reject.isPending}
          error={reject.error}
          onGive={(reason) => {
            reject.mutate({ id: chosen.creativeId, reason });
          }}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </>
  );
}

function Table({
  reports,
  onReject,
}: {
  readonly reports: readonly Report[];
  readonly onReject: (report: Report) => void;
}) {
  return (
    <table className="table" aria-label="Reports">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Creative</th>
          <th scope="col" className="number">
            Reports
          </th>
          <th scope="col">Last</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <td data-title>
              <strong>{report.reason}</strong>
              {report.comments.map((comment, at) => (
                <div key={at} className="soft review-comment">
                  {comment}
                </div>
              ))}
            </td>
            <td data-label="Creative">
              <div>
                <div className="mono">{report.creativeId}</div>
                <TextLink to="/operator/users/$id" params={{ id: report.advertiserId }} size="sm">
                  its advertiser
                </TextLink>
              </div>
            </td>
            <td data-label="Reports" className="number">
              {report.count}
            </td>
            <td data-label="Last">
              <When at={report.lastReportedAt} />
            </td>
            <td data-title className="row-actions">
              <Button
                variant="default"
                size="xs"
                aria-label={`Reject ${report.creativeId}`}
                onClick={() => {
                  onReject(report);
                }}
              >
                Reject
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
