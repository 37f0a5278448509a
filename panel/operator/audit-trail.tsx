import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { AuditEntries } from './audit-entries';
import { auditQuery } from './audit-log';

const shown = 8;

/** The last that an account has done, with the way to all of it. */
export function AuditTrail({ accountId }: { readonly accountId: string }) {
  const log = useQuery(auditQuery({ accountId, operation: null, objectId: null, after: null }));
  return (
    <section className="card" data-flush aria-labelledby="trail">
      <h2 id="trail" className="flush-title">
        {t('operator.lastActivity')}
      </h2>
      <Problem error={log.error} onRetry={() => void log.refetch()} />
      {log.data === undefined ? (
        log.isPending && <Loading />
      ) : (
        <>
          <AuditEntries entries={log.data.nodes.slice(0, shown)} reader="operator" />
          {log.data.nodes.length > shown ? (
            <div className="pages">
              <TextLink to="/operator/audit" search={{ account: accountId }}>
                {t('operator.allOfIt')}
              </TextLink>
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
