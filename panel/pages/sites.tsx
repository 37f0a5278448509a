import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { FirstSteps } from '../parts/first-steps';
import { ButtonLink, TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Pager } from '../parts/pager';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { figuresFragment } from '../statistics/figures';
import { Overview } from '../statistics/overview';
import { type RangeSearch, toRange } from '../statistics/range';
import { formatFigure, seriesOf } from '../statistics/series';
import { lookEveryMs, useNow } from '../statistics/use-now';
import { t } from '../texts/texts';

const sitesDocument = graphql(
  `
    query SiteFigures($from: DateTime!, $to: DateTime!, $page: PositiveInt) {
      sites(first: 25, page: $page) {
        totalCount
        pageInfo {
          lastPage
        }
        nodes {
          id
          name
          host
          status
          figures(from: $from, to: $to) {
            ...AllFigures
          }
        }
      }
    }
  `,
  [figuresFragment],
);

type Row = ResultOf<typeof sitesDocument>['sites']['nodes'][number];

const route = getRouteApi('/sites');
const columns = seriesOf.publisher.slice(0, 5);

const firstSteps = [
  { title: t('sites.nameYourSite'), text: t('sites.itsAddressWhatItIs') },
  {
    title: t('sites.copyOneLine'),
    text: t('sites.chooseASizeAndPut'),
  },
  {
    title: t('sites.getPaid'),
    text: t('sites.acceptedViewsAndClicksAre'),
  },
];

/** Earnings of the person’s sites in a time, and of each of them. */
export function SitesPage() {
  const { page = 1, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { from, to } = toRange(search, useNow());
  const time = { from: from.toISOString(), to: to.toISOString() };
  const sites = useQuery({
    queryKey: ['sites', time, page],
    queryFn: async ({ signal }) => (await request(sitesDocument, { ...time, page }, signal)).sites,
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
  if (sites.data?.totalCount === 0)
    return (
      <FirstSteps title={t('sites.earnWithYourSite')} steps={firstSteps}>
        <ButtonLink to="/sites/new">{t('sites.addYourFirstSite')}</ButtonLink>
      </FirstSteps>
    );
  return (
    <>
      <PageHead title={t('sites.sites')} about={t('sites.whereYouShowAdsAnd')}>
        <ButtonLink to="/sites/new">{t('sites.newSite')}</ButtonLink>
      </PageHead>
      {/* Who has no site is shown the first steps instead. */}
      {sites.isPending ? null : (
        <Overview
          side="publisher"
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      )}
      <Problem error={sites.error} onRetry={() => void sites.refetch()} />
      {sites.data === undefined ? (
        sites.isPending && <Loading />
      ) : (
        <section className="card" data-flush>
          <SiteFigures rows={sites.data.nodes} search={search} />
          <Pager
            last={sites.data.pageInfo.lastPage}
            page={page}
            onGo={(next) =>
              void navigate({
                search: { ...search, ...(next > 1 && { page: next }) },
                resetScroll: false,
              })
            }
          />
        </section>
      )}
    </>
  );
}

function SiteFigures({
  rows,
  search,
}: {
  readonly rows: readonly Row[];
  readonly search: RangeSearch;
}) {
  return (
    <table className="table" data-figures aria-label={t('sites.sites')}>
      <thead>
        <tr>
          <th scope="col">{t('sites.site')}</th>
          <th scope="col">{t('common.status')}</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" className="number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, host, status, figures }) => (
          <tr key={id}>
            <td data-title>
              <TextLink to="/sites/$id" params={{ id }} search={search} fw={600}>
                {name}
              </TextLink>
              {name === host ? null : <div className="soft small">{host}</div>}
            </td>
            <td data-label={t('common.status')}>
              <StatusBadge status={status} />
            </td>
            {columns.map((column) => (
              <td key={column.name} data-label={column.label} className="number">
                {formatFigure(figures, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
