import { keepPreviousData, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CampaignFigures, campaignFiguresDocument } from '../campaigns/campaign-figures';
import { request } from '../graphql/request';
import { FirstSteps } from '../parts/first-steps';
import { ButtonLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Pager } from '../parts/pager';
import { Problem } from '../parts/problem';
import { figuresQuery } from '../statistics/figures';
import { MediumFilter } from '../statistics/medium-filter';
import { Breakdown } from '../statistics/breakdown';
import { Overview } from '../statistics/overview';
import { toRange } from '../statistics/range';
import type { ListSearch } from '../statistics/search';
import { lookEveryMs, useNow } from '../statistics/use-now';
import { t } from '../texts/texts';

const route = getRouteApi('/dashboard');
const firstSteps = [
  {
    title: t('dashboard.makeACampaign'),
    text: t('dashboard.whatToShowToWhom'),
  },
  {
    title: t('dashboard.addYourAds'),
    text: t('dashboard.picturesVideosOrPagesDrop'),
  },
  {
    title: t('dashboard.watchItRun'),
    text: t('dashboard.viewsClicksAndWhatThey'),
  },
];

/** Figures of all campaigns of the person in a time, and of each of them. */
export function DashboardPage() {
  const { page = 1, medium, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const range = toRange(search, useNow());
  const time = { from: range.from.toISOString(), to: range.to.toISOString() };
  const campaigns = useQuery({
    queryKey: ['campaigns', 'figures', time, page, medium],
    queryFn: ({ signal }) =>
      request(
        campaignFiguresDocument,
        { ...time, page, filter: medium ? { media: [medium] } : null },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
  const list = campaigns.data?.campaigns;
  const filter = medium ? { medium: [medium] } : {};
  // The overview is drawn once there are campaigns, but need not be read after them.
  usePrefetchQuery(figuresQuery('advertiser', range, filter));
  const go = (to: ListSearch) => void navigate({ search: to, replace: true, resetScroll: false });
  // That a former medium has no campaign says nothing of all.
  if (list?.totalCount === 0 && medium === undefined && !campaigns.isPlaceholderData)
    return (
      <FirstSteps title={t('dashboard.welcome')} steps={firstSteps}>
        <ButtonLink to="/campaigns/new">{t('dashboard.makeYourFirstCampaign')}</ButtonLink>
      </FirstSteps>
    );
  return (
    <>
      <PageHead title={t('dashboard.dashboard')} about={t('dashboard.whatYourCampaignsHaveDone')}>
        <ButtonLink to="/campaigns/new">{t('dashboard.newCampaign')}</ButtonLink>
      </PageHead>
      {/* Who has no campaign is shown the first steps instead. */}
      {campaigns.isPending ? null : (
        <Overview
          side="advertiser"
          search={search}
          filter={filter}
          onSearch={(to) => {
            go({ ...to, ...(medium && { medium }) });
          }}
        >
          <MediumFilter
            value={medium}
            onChange={(to) => {
              go({ ...search, ...(to && { medium: to }) });
            }}
          />
        </Overview>
      )}
      {campaigns.isPending ? null : (
        <Breakdown
          side="advertiser"
          search={search}
          filter={filter}
          dimensions={['creative', 'host', 'country', 'device', 'browser', 'size', 'hour']}
        />
      )}
      <Problem error={campaigns.error} onRetry={() => void campaigns.refetch()} />
      {list === undefined ? (
        campaigns.isPending && <Loading />
      ) : (
        <section className="card" data-flush>
          <CampaignFigures rows={list.nodes} search={search} filter={filter} />
          <Pager
            last={list.pageInfo.lastPage}
            page={page}
            onGo={(to) =>
              void navigate({
                search: { ...search, ...(medium && { medium }), ...(to > 1 && { page: to }) },
                resetScroll: false,
              })
            }
          />
        </section>
      )}
    </>
  );
}
