import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { When } from '../parts/when';
import { t } from '../texts/texts';

const applicationsDocument = graphql(`
  query Applications {
    allowedApplications {
      clientId
      name
      scopes
      allowedAt
    }
  }
`);

const revokeDocument = graphql(`
  mutation RevokeApplication($clientId: ID!) {
    revokeApplication(clientId: $clientId)
  }
`);

type Application = ResultOf<typeof applicationsDocument>['allowedApplications'][number];

const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async ({ signal }) =>
    (await request(applicationsDocument, {}, signal)).allowedApplications,
});

/** The programs of others that the person has let in, each to be shut out again. */
export function ApplicationsPage() {
  const applications = useQuery(applicationsQuery);
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Application | null>(null);
  const revoke = useMutation({
    mutationFn: (clientId: string) => request(revokeDocument, { clientId }),
    onSuccess: async () => {
      say(t('account.hasNoAccess', { name: chosen?.name ?? t('account.theApplication') }));
      await queryClient.invalidateQueries(applicationsQuery);
    },
    onSettled: () => {
      setChosen(null);
    },
  });
  return (
    <>
      <PageHead title={t('account.applications')} about={t('account.programsOfOthersThatYou')} />
      <Problem error={applications.error} onRetry={() => void applications.refetch()} />
      <Problem error={revoke.error} />
      {applications.isPending ? <Loading /> : null}
      {applications.data ? <List applications={applications.data} onRevoke={setChosen} /> : null}
      <Confirm
        isOpen={chosen !== null}
        title={t('account.takeBackQuestion', { name: chosen?.name ?? '' })}
        action={t('account.takeBack')}
        isBusy={revoke.isPending}
        onConfirm={() => {
          if (chosen) revoke.mutate(chosen.clientId);
        }}
        onClose={() => {
          setChosen(null);
        }}
      >
        {t('account.itsTokensAreRefusedWithin')}
      </Confirm>
    </>
  );
}

function List({
  applications,
  onRevoke,
}: {
  readonly applications: readonly Application[];
  readonly onRevoke: (application: Application) => void;
}) {
  if (applications.length === 0)
    return (
      <section className="card empty">
        <h2>{t('account.noApplications')}</h2>
        <p>{t('account.whenAnApplicationAsksFor')}</p>
      </section>
    );
  return (
    <section className="card" data-flush>
      <table className="table" aria-label={t('account.applications')}>
        <thead>
          <tr>
            <th scope="col">{t('common.name')}</th>
            <th scope="col">{t('common.may')}</th>
            <th scope="col">{t('account.allowed')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {applications.map((application) => (
            <tr key={application.clientId}>
              <td data-title>
                <strong>{application.name}</strong>
              </td>
              <td data-label={t('common.may')}>
                <span className="mono">
                  {application.scopes.join(', ') || t('account.nothing')}
                </span>
              </td>
              <td data-label={t('account.allowed')}>
                <When at={application.allowedAt} />
              </td>
              <td data-title className="row-actions">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('account.revokeName', { name: application.name })}
                  onClick={() => {
                    onRevoke(application);
                  }}
                >
                  {t('account.revoke')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
