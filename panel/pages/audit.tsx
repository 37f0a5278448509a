import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
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

const route = getRouteApi('/operator/audit');

/** Changes by everybody: actor, change, time and address. */
export function AuditPage() {
  const { account, operation, object, after } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = { account: account ?? '', operation: operation ?? '', object: object ?? '' };
  const log = useQuery(
    auditQuery({
      accountId: account ?? null,
      operation: operation ?? null,
      objectId: object ?? null,
      after: after ?? null,
    }),
  );
  return (
    <>
      <PageHead title={t('operator.auditLog')} about={t('operator.whoChangedWhatWhenFrom')} />
      <Problem error={log.error} onRetry={() => void log.refetch()} />
      <section className="card" data-flush>
        <Filter
          key={JSON.stringify(filter)}
          filter={filter}
          onFind={(found) => void navigate({ search: given(found) })}
        />
        {log.data === undefined ? (
          log.isPending && <Loading />
        ) : (
          <AuditEntries entries={log.data.nodes} hasActors />
        )}
        <NextPage
          isFirst={after === undefined}
          hasNext={log.data?.pageInfo.hasNextPage === true}
          onFirst={() => void navigate({ search: given(filter) })}
          onNext={() =>
            void navigate({ search: given({ ...filter, after: log.data?.pageInfo.endCursor }) })
          }
        />
      </section>
    </>
  );
}

interface AuditFilter {
  readonly account: string;
  readonly operation: string;
  readonly object: string;
}

const fields = [
  ['account', t('operator.accountId')],
  ['operation', t('operator.operation')],
  ['object', t('operator.objectId')],
] as const;

function Filter({
  filter,
  onFind,
}: {
  readonly filter: AuditFilter;
  readonly onFind: (filter: AuditFilter & Record<string, string>) => void;
}) {
  const form = useForm({ initialValues: { ...filter } });
  return (
    <form
      className="filters"
      role="search"
      onSubmit={form.onSubmit((values) => {
        onFind(values);
      })}
    >
      {fields.map(([name, label]) => (
        <TextInput
          key={name}
          aria-label={label}
          placeholder={label}
          {...form.getInputProps(name)}
        />
      ))}
      <Button type="submit" variant="default">
        {t('common.find')}
      </Button>
    </form>
  );
}
