import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AuditEntries } from '../operator/audit-entries';
import { auditQuery } from '../operator/audit-log';
import { NextPage } from '../operator/next-page';
import { given } from '../operator/search';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';

const route = getRouteApi('/activity');

/** Changes of one's own account: log-ins, and every other change. */
export function ActivityPage() {
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const log = useQuery(auditQuery({ operation: null, objectId: null, after: after ?? null }));
  return (
    <>
      <PageHead title={t('account.activity')} about={t('account.logInsAndChangesOf')} />
      <Problem error={log.error} onRetry={() => void log.refetch()} />
      <section className="card" data-flush>
        {log.data === undefined ? (
          log.isPending && <Loading />
        ) : (
          <AuditEntries entries={log.data.nodes} hasActors={false} />
        )}
        <NextPage
          isFirst={after === undefined}
          hasNext={log.data?.pageInfo.hasNextPage === true}
          onFirst={() => void navigate({ search: {} })}
          onNext={() => void navigate({ search: given({ after: log.data?.pageInfo.endCursor }) })}
        />
      </section>
    </>
  );
}
