import { useQuery } from '@tanstack/react-query';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import type { AuditReader } from './audit-change';
import { AuditEntries } from './audit-entries';
import { AuditFilter, type AuditSearch } from './audit-filter';
import { auditQuery } from './audit-log';
import { NextPage } from './next-page';

export interface AuditPageSearch extends AuditSearch {
  readonly after?: string | undefined;
}

/** A page of the audit log with its picks: of everybody’s changes, or of one’s own. */
export function AuditPageOf({
  head,
  reader,
  search,
  onSearch,
}: {
  readonly head: { readonly title: string; readonly about: string };
  readonly reader: AuditReader;
  readonly search: AuditPageSearch;
  readonly onSearch: (search: AuditPageSearch) => void;
}) {
  const { after, ...filter } = search;
  const log = useQuery(
    auditQuery({
      ...(reader === 'operator' && { accountId: filter.account ?? null }),
      operation: filter.operation ?? null,
      objectId: filter.object ?? null,
      after: after ?? null,
    }),
  );
  const entries = log.data?.nodes;
  const named = entries?.find(({ objectId }) => objectId === filter.object);
  return (
    <>
      <PageHead {...head} />
      <Problem error={log.error} onRetry={() => void log.refetch()} />
      <section className="card" data-flush>
        <AuditFilter
          search={filter}
          objectName={named?.objectName ?? null}
          onFind={onSearch}
          hasAccounts={reader === 'operator'}
        />
        {entries === undefined ? (
          log.isPending && <Loading />
        ) : (
          <AuditEntries
            entries={entries}
            reader={reader}
            onAbout={(object) => {
              onSearch({ ...filter, object });
            }}
          />
        )}
        <NextPage
          isFirst={after === undefined}
          hasNext={log.data?.pageInfo.hasNextPage === true}
          onFirst={() => {
            onSearch(filter);
          }}
          onNext={() => {
            onSearch({ ...filter, after: log.data?.pageInfo.endCursor ?? undefined });
          }}
        />
      </section>
    </>
  );
}
