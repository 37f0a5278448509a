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
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
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
        status
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
      <PageHead title="Campaigns" about="What you advertise, where, and for how much.">
        <ButtonLink to="/campaigns/new">New campaign</ButtonLink>
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
      <h2>No campaigns yet</h2>
      <p>A campaign says what to show, to whom and for how much.</p>
      <ButtonLink to="/campaigns/new">Make the first one</ButtonLink>
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
        <legend>Status</legend>
        {campaignStatuses.map((status) => (
          <Checkbox
            key={status}
            label={status}
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

export function CampaignTable({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  if (campaigns.length === 0) return <p className="none">No campaign is like that.</p>;
  return (
    <table className="table" aria-label="Campaigns">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Where</th>
          <th scope="col" className="number">
            Budget an hour
          </th>
          <th scope="col">Runs</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map(({ id, name, status, medium, vendor, hourlyBudget, startsAt, endsAt }) => (
          <tr key={id}>
            <td data-title>
              <TextLink to="/campaigns/$id" params={{ id }} fw={600}>
                {name}
              </TextLink>
            </td>
            <td data-label="Status">
              <StatusBadge status={status} />
            </td>
            <td data-label="Where">{vendor ?? medium}</td>
            <td data-label="Budget an hour" className="number">
              <Money amount={hourlyBudget} unit="USD" />
            </td>
            <td data-label="Runs">
              <span>
                <When at={startsAt} isDay /> –{' '}
                {endsAt === null ? 'open end' : <When at={endsAt} isDay />}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
