import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import {
  noFaultDocument,
  rejectReportedDocument,
  reportsDocument,
} from '../operator/creative-reports';
import { type Report, ReportedCreative } from '../operator/reported-creative';
import { nextAfter, ReviewList } from '../operator/review-list';
import { useChange } from '../operator/use-change';
import { useRejectCreative } from '../operator/use-reject-creative';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';

const pageSize = 50;
const statuses = ['open', 'closed'] as const;
const route = getRouteApi('/operator/reports');
type Reports = readonly Report[];

/** Reports of creatives by people and pages, with the creatives: each is rejected, or found without fault. */
export function ReportsPage() {
  const { status, after } = route.useSearch();
  const navigate = route.useNavigate();
  const known = status === 'closed' ? status : 'open';
  const reports = useQuery({
    queryKey: ['creative-reports', known, after],
    queryFn: async ({ signal }) => {
      const variables = { afterId: after ?? null, isOpen: known === 'open' };
      return (await request(reportsDocument, variables, signal)).allCreativeReports;
    },
    placeholderData: keepOfSame(known),
  });
  const changes = [['creative-reports'], ['review-creatives']];
  const noFault = useChange({
    mutate: (some: Reports) => request(noFaultDocument, lookedAt(some)),
    done: t('operator.theReportsAreClosed'),
    changes,
  });
  const reject = useRejectCreative<Reports>({
    title: () => t('operator.rejectThisCreative'),
    mutate: (some, reason) => request(rejectReportedDocument, { ...lookedAt(some), reason }),
    changes,
  });
  const list = reports.data;
  return (
    <>
      <PageHead title={t('operator.reports')} about={t('operator.whatPeopleAndPagesBy')} />
      <Problem error={reports.error} onRetry={() => void reports.refetch()} />
      <Problem error={noFault.error} />
      <ReviewList
        {...{ statuses, after }}
        status={known}
        next={nextAfter(list, pageSize)}
        onGo={(search) => void navigate({ search })}
      >
        {list === undefined ? reports.isPending && <Loading /> : null}
        {list?.length === 0 ? <p className="none">{t('operator.noReportIsLikeThat')}</p> : null}
        <ul className="review">
          {byCreative(list ?? []).map((some) => (
            <ReportedCreative
              key={some[0].creativeId}
              reports={some}
              isBusy={noFault.isPending}
              onNoFault={noFault.mutate}
              onReject={reject.choose}
            />
          ))}
        </ul>
      </ReviewList>
      {reject.dialog}
    </>
  );
}

function byCreative(list: Reports): readonly (readonly [Report, ...Report[]])[] {
  return [...Map.groupBy(list, ({ creativeId }) => creativeId).values()].flatMap(
    ([first, ...others]) => (first ? [[first, ...others] as const] : []),
  );
}

/** Reports that came since stay open. */
const lookedAt = (reports: Reports) => ({
  id: reports[0]?.creativeId ?? '',
  seen: reports.map(({ reason, count }) => ({ reason, count })),
});
