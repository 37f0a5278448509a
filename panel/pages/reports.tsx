import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { NextPage } from '../operator/next-page';
import { given } from '../operator/search';
import { useRejectCreative } from '../operator/use-reject-creative';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';

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

/** Reports of creatives by people and pages. */
export function ReportsPage() {
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const reports = useQuery({
    queryKey: ['creative-reports', after],
    queryFn: async ({ signal }) =>
      (await request(reportsDocument, { afterId: after ?? null }, signal)).allCreativeReports,
  });
  const reject = useRejectCreative();
  const list = reports.data;
  return (
    <>
      <PageHead title={t('operator.reports')} about={t('operator.whatPeopleAndPagesBy')} />
      <Problem error={reports.error} onRetry={() => void reports.refetch()} />
      <section className="card" data-flush>
        {list === undefined ? reports.isPending && <Loading /> : null}
        {list?.length === 0 ? (
          <p className="none">{t('operator.nobodyHasReportedAnything')}</p>
        ) : null}
        {list !== undefined && list.length > 0 ? (
          <Table
            reports={list}
            onReject={({ creativeId }) => {
              reject.choose({ id: creativeId });
            }}
          />
        ) : null}
        <NextPage
          isFirst={after === undefined}
          hasNext={list?.length === pageSize}
          onFirst={() => void navigate({ search: {} })}
          onNext={() => void navigate({ search: given({ after: list?.at(-1)?.id }) })}
        />
      </section>
      {reject.dialog}
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
    <table className="table" aria-label={t('operator.reports')}>
      <thead>
        <tr>
          <th scope="col">{t('common.what')}</th>
          <th scope="col">{t('operator.creative')}</th>
          <th scope="col" className="number">
            {t('operator.reports')}
          </th>
          <th scope="col">{t('operator.last')}</th>
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
            <td data-label={t('operator.creative')}>
              <div>
                <div className="mono">{report.creativeId}</div>
                <TextLink to="/operator/users/$id" params={{ id: report.advertiserId }} size="sm">
                  {t('operator.itsAdvertiser')}
                </TextLink>
              </div>
            </td>
            <td data-label={t('operator.reports')} className="number">
              {report.count}
            </td>
            <td data-label={t('operator.last')}>
              <When at={report.lastReportedAt} />
            </td>
            <td data-title className="row-actions">
              <Button
                variant="default"
                size="xs"
                aria-label={t('operator.rejectName', { name: report.creativeId })}
                onClick={() => {
                  onReject(report);
                }}
              >
                {t('operator.reject')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
