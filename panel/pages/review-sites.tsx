import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { nextAfter, ReviewList } from '../operator/review-list';
import { useChange } from '../operator/use-change';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';

const sitesDocument = graphql(`
  query ReviewSites($status: SiteStatus, $afterId: ID) {
    allSites(status: $status, first: 50, afterId: $afterId) {
      id
      name
      host
      medium
      vendor
      status
      claimedById
      createdAt
    }
  }
`);

const approveDocument = graphql(`
  mutation ApproveSite($id: ID!) {
    approveSite(id: $id) {
      id
    }
  }
`);

const rejectDocument = graphql(`
  mutation RejectSite($id: ID!) {
    rejectSite(id: $id) {
      id
    }
  }
`);

type Site = ResultOf<typeof sitesDocument>['allSites'][number];

const pageSize = 50;
const statuses = ['pending', 'active', 'inactive', 'draft', 'rejected', 'archived'] as const;
const route = getRouteApi('/operator/sites');
const changes = [['review-sites']];

/** Everybody's sites, those first that wait to be let in. */
export function ReviewSitesPage() {
  const { status = 'pending', after } = route.useSearch();
  const navigate = route.useNavigate();
  const known = statuses.find((one) => one === status) ?? 'pending';
  const sites = useQuery({
    queryKey: ['review-sites', known, after],
    queryFn: ({ signal }) =>
      request(sitesDocument, { status: known, afterId: after ?? null }, signal),
    placeholderData: keepPreviousData,
  });
  const approve = useChange({
    mutate: (id: string) => request(approveDocument, { id }),
    done: 'The site may show ads. Reject it to take that back.',
    changes,
  });
  const reject = useChange({
    mutate: (id: string) => request(rejectDocument, { id }),
    done: 'The site shows no ads. Approve it to take that back.',
    changes,
  });
  const list = sites.data?.allSites;
  return (
    <>
      <PageHead title="Sites" about="Where publishers show ads." />
      <Problem error={sites.error} onRetry={() => void sites.refetch()} />
      <Problem error={approve.error ?? reject.error} />
      <ReviewList
        {...{ statuses, after }}
        status={known}
        next={nextAfter(list, pageSize)}
        onGo={(search) => void navigate({ search })}
      >
        {list === undefined ? (
          sites.isPending && <Loading />
        ) : (
          <List
            sites={list}
            isWaiting={known === 'pending'}
            onApprove={approve.mutate}
            onReject={reject.mutate}
          />
        )}
      </ReviewList>
    </>
  );
}

function List({
  sites,
  isWaiting,
  onApprove,
  onReject,
}: {
  readonly sites: readonly Site[];
  readonly isWaiting: boolean;
  readonly onApprove: (id: string) => void;
  readonly onReject: (id: string) => void;
}) {
  if (sites.length === 0)
    return <p className="none">{isWaiting ? 'No site waits.' : 'No site is like that.'}</p>;
  return (
    <table className="table" aria-label="Sites">
      <thead>
        <tr>
          <th scope="col">Site</th>
          <th scope="col">Kind</th>
          <th scope="col">Status</th>
          <th scope="col">Since</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {sites.map(({ id, name, host, medium, vendor, status, claimedById, createdAt }) => (
          <tr key={id}>
            <td data-title>
              <strong>{name}</strong>
              <div className="mono soft">{host}</div>
              {claimedById === null ? null : (
                <TextLink to="/operator/users/$id" params={{ id: claimedById }} size="sm">
                  Claimed by an account
                </TextLink>
              )}
            </td>
            <td data-label="Kind">{vendor ?? medium}</td>
            <td data-label="Status">
              <StatusBadge status={status} />
            </td>
            <td data-label="Since">
              <When at={createdAt} isDay />
            </td>
            <td data-title className="row-actions">
              <Group gap="xs" justify="flex-end">
                {status === 'pending' || status === 'rejected' ? (
                  <Button
                    size="xs"
                    aria-label={`Approve ${name}`}
                    onClick={() => {
                      onApprove(id);
                    }}
                  >
                    Approve
                  </Button>
                ) : null}
                {status === 'rejected' || status === 'archived' ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Reject ${name}`}
                    onClick={() => {
                      onReject(id);
                    }}
                  >
                    Reject
                  </Button>
                )}
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
