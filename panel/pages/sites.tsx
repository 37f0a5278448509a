import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { insteadOfList } from '../list/instead-of-list';
import { FirstSteps } from '../parts/first-steps';
import { ButtonLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { siteTableQuery } from '../sites/list/listed-site';
import { SiteList } from '../sites/list/site-list';
import { Breakdown } from '../statistics/breakdown';
import { Overview } from '../statistics/overview';
import { readFiguresSearch } from '../statistics/search';
import { useNow } from '../statistics/use-now';
import { t } from '../texts/texts';
import { readSitesSearch, type SitesSearch } from './sites.search';

const route = getRouteApi('/sites');

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

const dimensions = [
  'placement',
  'creative',
  'site',
  'country',
  'device',
  'browser',
  'size',
  'hour',
  'payer',
] as const;

/** Earnings of the person’s sites in a time, and of each of them. */
export function SitesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const sites = useQuery(siteTableQuery(search, useNow()));
  const instead = insteadOfList(sites, search);
  const time = readFiguresSearch('publisher', { ...search });
  const go = (change: (before: SitesSearch) => Readonly<Record<string, unknown>>) =>
    void navigate({
      // The search as it is then: two changes may come in one moment.
      search: (before) => readSitesSearch(change(before)),
      replace: true,
      resetScroll: false,
    });
  if (instead === 'nothing')
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
      {instead === 'loading' ? null : (
        <Overview
          side="publisher"
          search={time}
          onSearch={(next) => {
            const none = { range: undefined, from: undefined, to: undefined, series: undefined };
            go((before) => ({ ...before, ...none, ...next }));
          }}
        />
      )}
      {instead === 'loading' ? (
        <Loading />
      ) : (
        <SiteList
          {...{ query: sites, search }}
          onChange={(changes) => {
            go((before) => ({ ...before, page: undefined, ...changes }));
          }}
        />
      )}
      {instead === 'loading' ? null : (
        <Breakdown side="publisher" search={time} dimensions={dimensions} />
      )}
    </>
  );
}
