import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { nextAfter, ReviewList } from '../operator/review-list';
import { isBusyWith, useChange } from '../operator/use-change';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { PlaceName } from '../parts/place-name';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t } from '../texts/texts';

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
    placeholderData: keepOfSame(known),
  });
  const approve = useChange({
    mutate: (id: string) => request(approveDocument, { id }),
    done: t('operator.theSiteMayShowAds'),
    changes,
  });
  const reject = useChange({
    mutate: (id: string) => request(rejectDocument, { id }),
    done: t('operator.theSiteShowsNoAds'),
    changes,
  });
  const list = sites.data?.allSites;
  return (
    <>
      <PageHead title={t('operator.sites')} about={t('operator.wherePublishersShowAds')} />
      <Problem error={sites.error} onRetry={() => void sites.refetch()} />
      <Problem error={errorOfLast(approve, reject)} />
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
            isBusy={(id) => isBusyWith(approve, id) || isBusyWith(reject, id)}
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
  isBusy,
  onApprove,
  onReject,
}: {
  readonly sites: readonly Site[];
  readonly isWaiting: boolean;
  readonly isBusy: (id: string) => boolean;
  readonly onApprove: (id: string) => void;
  readonly onReject: (id: string) => void;
}) {
  if (sites.length === 0)
    return (
      <p className="none">
        {isWaiting ? t('operator.noSiteWaits') : t('operator.noSiteIsLikeThat')}
      </p>
    );
  return (
    <table className="table" aria-label={t('operator.sites')}>
      <thead>
        <tr>
          <th scope="col">{t('operator.site')}</th>
          <th scope="col">{t('common.kind')}</th>
          <th scope="col">{t('common.status')}</th>
          <th scope="col">{t('common.since')}</th>
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
                  {t('operator.claimedByAnAccount')}
                </TextLink>
              )}
            </td>
            <td data-label={t('common.kind')}>
              <PlaceName {...{ medium, vendor }} />
            </td>
            <td data-label={t('common.status')}>
              <StatusBadge status={status} />
            </td>
            <td data-label={t('common.since')}>
              <When at={createdAt} isDay />
            </td>
            <td data-title className="row-actions">
              <Group gap="xs" justify="flex-end">
                {status === 'pending' || status === 'rejected' ? (
                  <Button
                    size="xs"
                    aria-label={t('operator.approveName', { name })}
                    loading={isBusy(id)}
                    onClick={() => {
                      onApprove(id);
                    }}
                  >
                    {t('operator.approve')}
                  </Button>
                ) : null}
                {status === 'rejected' || status === 'archived' ? null : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('operator.rejectName', { name })}
                    loading={isBusy(id)}
                    onClick={() => {
                      onReject(id);
                    }}
                  >
                    {t('operator.reject')}
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
