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
      say(`${chosen?.name ?? 'The application'} has no access any more.`);
      await queryClient.invalidateQueries(applicationsQuery);
    },
    onSettled: () => {
      setChosen(null);
    },
  });
  return (
    <>
      <PageHead
        title="Applications"
        about="Programs of others that you have allowed to act for you. For programs of your own there are access tokens."
      />
      <Problem error={applications.error} onRetry={() => void applications.refetch()} />
      <Problem error={revoke.error} />
      {applications.isPending ? <Loading /> : null}
      {applications.data ? <List applications={applications.data} onRevoke={setChosen} /> : null}
      <Confirm
        isOpen={chosen !== null}
        title={`Take back what “${chosen?.name ?? ''}” may do?`}
        action="Take back"
        isBusy={revoke.isPending}
        onConfirm={() => {
          if (chosen) revoke.mutate(chosen.clientId);
        }}
        onClose={() => {
          setChosen(null);
        }}
      >
        Its tokens are refused within two seconds. To let it in again, start from the application.
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
        <h2>No applications</h2>
        <p>
          When an application asks for access to your account and you allow it, it is listed here.
        </p>
      </section>
    );
  return (
    <section className="card" data-flush>
      <table className="table" aria-label="Applications">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May</th>
            <th scope="col">Allowed</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {applications.map((application) => (
            <tr key={application.clientId}>
              <td data-title>
                <strong>{application.name}</strong>
              </td>
              <td data-label="May">
                <span className="mono">{application.scopes.join(', ') || 'nothing'}</span>
              </td>
              <td data-label="Allowed">
                <When at={application.allowedAt} />
              </td>
              <td data-title className="row-actions">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Revoke ${application.name}`}
                  onClick={() => {
                    onRevoke(application);
                  }}
                >
                  Revoke
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
