import { Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { ButtonLink, TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Pager } from '../parts/pager';
import { PlaceName } from '../parts/place-name';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t, wordOf } from '../texts/texts';
import { type CampaignSearch, type CampaignStatus, campaignStatuses } from './campaigns.search';

const campaignsDocument = graphql(`
  query Campaigns($filter: CampaignFilterInput, $page: PositiveInt) {
    campaigns(filter: $filter, first: 25, page: $page) {
      totalCount
      pageInfo {
        lastPage
      }
      nodes {
        id
        name
        serving {
          state
        }
        medium
        vendor
        hourlyBudget
        maxCpm
        maxCpc
        startsAt
        endsAt
      }
    }
  }
`);

type Campaign = ResultOf<typeof campaignsDocument>['campaigns']['nodes'][number];

const route = getRouteApi('/campaigns');

/** The person's campaigns; filters and page are in the address. */
export function CampaignsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, page = 1 } = search;
  const campaigns = useQuery({
    queryKey: ['campaigns', search],
    queryFn: ({ signal }) =>
      request(
        campaignsDocument,
        { filter: status ? { statuses: [...status] } : null, page },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const go = (to: CampaignSearch) => void navigate({ search: to });
  const list = campaigns.data?.campaigns;
  return (
    <>
      <PageHead title={t('campaigns.campaigns')} about={t('campaigns.whatYouAdvertiseWhereAnd')}>
        <ButtonLink to="/campaigns/new">{t('campaigns.newCampaign')}</ButtonLink>
      </PageHead>
      <Problem error={campaigns.error} onRetry={() => void campaigns.refetch()} />
      {list === undefined ? (
        campaigns.isPending && <Loading />
      ) : list.totalCount === 0 && status === undefined ? (
        <NoCampaigns />
      ) : (
        <section className="card" data-flush>
          <StatusFilter
            chosen={status ?? []}
            onChange={(chosen) => {
              go(withStatus(chosen));
            }}
          />
          <CampaignTable campaigns={list.nodes} />
          <Pager
            last={list.pageInfo.lastPage}
            page={page}
            onGo={(to) => {
              go({ ...withStatus(status ?? []), ...(to > 1 && { page: to }) });
            }}
          />
        </section>
      )}
    </>
  );
}

const withStatus = (chosen: readonly CampaignStatus[]): CampaignSearch =>
  chosen.length > 0 ? { status: chosen } : {};

function NoCampaigns() {
  return (
    <section className="card empty">
      <h2>{t('campaigns.noCampaignsYet')}</h2>
      <p>{t('campaigns.aCampaignSaysWhatTo')}</p>
      <ButtonLink to="/campaigns/new">{t('campaigns.makeTheFirstOne')}</ButtonLink>
    </section>
  );
}

function StatusFilter({
  chosen,
  onChange,
}: {
  readonly chosen: readonly CampaignStatus[];
  readonly onChange: (chosen: readonly CampaignStatus[]) => void;
}) {
  return (
    <div className="filters">
      <fieldset>
        <legend>{t('common.status')}</legend>
        {campaignStatuses.map((status) => (
          <Checkbox
            key={status}
            label={wordOf(status)}
            checked={chosen.includes(status)}
            onChange={({ currentTarget }) => {
              onChange(
                campaignStatuses.filter((one) =>
                  one === status ? currentTarget.checked : chosen.includes(one),
                ),
              );
            }}
          />
        ))}
      </fieldset>
    </div>
  );
}

function CampaignTable({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  if (campaigns.length === 0) return <p className="none">{t('campaigns.noCampaignIsLikeThat')}</p>;
  return (
    <table className="table" aria-label={t('campaigns.campaigns')}>
      <thead>
        <tr>
          <th scope="col">{t('common.name')}</th>
          <th scope="col">{t('common.status')}</th>
          <th scope="col">{t('campaigns.where')}</th>
          <th scope="col" className="number">
            {t('campaigns.budgetAnHour')}
          </th>
          <th scope="col">{t('campaigns.runs')}</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map(({ id, name, serving, medium, vendor, hourlyBudget, startsAt, endsAt }) => (
          <tr key={id}>
            <td data-title>
              <TextLink to="/campaigns/$id" params={{ id }} fw={600}>
                {name}
              </TextLink>
            </td>
            <td data-label={t('common.status')}>
              <StatusBadge status={serving.state} />
            </td>
            <td data-label={t('campaigns.where')}>
              <PlaceName {...{ medium, vendor }} />
            </td>
            <td data-label={t('campaigns.budgetAnHour')} className="number">
              <Money amount={hourlyBudget} unit="USD" />
            </td>
            <td data-label={t('campaigns.runs')}>
              <span>
                <When at={startsAt} isDay /> –{' '}
                {endsAt === null ? t('campaigns.openEnd') : <When at={endsAt} isDay />}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
