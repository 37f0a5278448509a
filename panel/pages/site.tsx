import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { request } from '../graphql/request';
import { ConfirmedButton } from '../parts/confirmed-button';
import { Facts } from '../parts/facts';
import { ButtonLink, TextLink } from '../parts/links';
import { formatMoney } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { PlaceName } from '../parts/place-name';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { StatusBadge } from '../parts/status-badge';
import { AdsTxt } from '../sites/ads-txt';
import { BlockedAds } from '../sites/blocked-ads';
import { useBlocks } from '../sites/blocks';
import { filterText } from '../sites/filter';
import { Placements } from '../sites/placements';
import {
  archiveSiteDocument,
  isReviewed,
  type Site,
  siteQuery,
  updateSiteDocument,
  whyNoAds,
} from '../sites/site';
import { Breakdown } from '../statistics/breakdown';
import { Overview } from '../statistics/overview';
import { formatCount } from '../statistics/series';
import { useLiveFigures } from '../statistics/use-live-figures';
import { t } from '../texts/texts';

const route = getRouteApi('/sites/$id');

/** One site: its figures, its places for ads with their code, and what it takes. */
export function SitePage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: site } = useSuspenseQuery(siteQuery(id));
  const live = useLiveFigures('site', id);
  const why = whyNoAds(site);
  return (
    <>
      <TextLink to="/sites" size="sm">
        {t('sites.sites')}
      </TextLink>
      <PageHead
        title={site.name}
        about={
          <>
            {site.host} <StatusBadge status={site.status} />
          </>
        }
      >
        <Actions site={site} />
      </PageHead>
      {why === null ? null : (
        <Alert color="yellow" title={t('sites.itShowsNoAds')} mb="md">
          {why}
        </Alert>
      )}
      <Placements site={site} search={search} />
      <Overview
        side="publisher"
        search={search}
        filter={{ site: [id] }}
        live={live}
        onSearch={(to) => void navigate({ search: to, replace: true, resetScroll: false })}
      />
      <Breakdown
        side="publisher"
        search={search}
        filter={{ site: [id] }}
        dimensions={[
          'placement',
          'creative',
          'country',
          'device',
          'browser',
          'size',
          'hour',
          'payer',
        ]}
      />
      <Terms site={site} />
      <AdsTxt site={site} />
    </>
  );
}

function Actions({ site }: { readonly site: Site }) {
  const { id, name, status } = site;
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const isActive = status === 'active';
  const toggle = useMutation({
    mutationFn: () =>
      request(updateSiteDocument, { id, input: { status: isActive ? 'inactive' : 'active' } }),
    onSuccess: async () => {
      say(isActive ? t('sites.showsNoAds', { name }) : t('sites.showsAds', { name }));
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      await queryClient.invalidateQueries(siteQuery(id));
    },
  });
  const archive = useMutation({
    mutationFn: () => request(archiveSiteDocument, { id }),
    onSuccess: async () => {
      say(t('common.nameIsDeleted', { name }));
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      await navigate({ to: '/sites' });
    },
  });
  if (isReviewed(site)) return null;
  return (
    <div>
      <Group gap="xs">
        <Button
          loading={toggle.isPending}
          onClick={() => {
            toggle.mutate();
          }}
        >
          {isActive ? t('common.stop') : t('common.start')}
        </Button>
        <ButtonLink variant="default" to="/sites/$id/edit" params={{ id }}>
          {t('common.edit')}
        </ButtonLink>
        <ConfirmedButton
          label={t('common.delete')}
          title={t('common.deleteQuestion', { name })}
          action={t('sites.deleteSite')}
          change={archive}
        >
          {t('sites.itsPagesStayEmptyWhat')}
        </ConfirmedButton>
      </Group>
      <Problem error={toggle.error} />
    </div>
  );
}

const floorsText = ({ minimumRpms, timeZone }: Site): string =>
  `${minimumRpms.join('; ')} (${timeZone})`;

function Terms({ site }: { readonly site: Site }) {
  const { id, filtering, acceptedCreativeIds, rejectedCreativeIds } = site;
  const blocks = useBlocks(site);
  const rows = [
    [t('common.kind'), <PlaceName key="kind" medium={site.medium} vendor={site.vendor} />],
    [t('sites.language'), site.primaryLanguage ?? t('sites.notSaid')],
    [t('sites.about'), site.categories.join(', ') || t('sites.notSaid')],
    [
      t('sites.shows'),
      site.onlyAcceptedCreatives ? t('sites.onlyAdsThatYouHave') : t('sites.allAdsThatFit'),
    ],
    [t('common.required'), filterText(filtering.requires) || t('sites.nothing')],
    [t('common.excluded'), filterText(filtering.excludes) || t('sites.nothing')],
    [t('sites.acceptedAds'), formatCount(acceptedCreativeIds.length)],
    [t('sites.rejectedAds'), formatCount(rejectedCreativeIds.length)],
    [
      t('sites.leastUsdFor1000'),
      site.minimumRpm === null ? t('sites.anything') : formatMoney(site.minimumRpm, 'USD'),
    ],
    ...(site.minimumRpms.length === 0
      ? []
      : ([[t('sites.leastByCountryAndHour'), floorsText(site)]] as const)),
    ...(site.onlyDirectDeals ? ([[t('sites.deals'), t('sites.onlyDirectOnes')]] as const) : []),
  ] as const;
  return (
    <section className="card" aria-labelledby="taken">
      <h2 id="taken">{t('sites.whatItTakes')}</h2>
      <Facts rows={rows} />
      <BlockedAds site={site} blocks={blocks} />
      <Group mt="md">
        <ButtonLink variant="default" to="/sites/$id/ads" params={{ id }}>
          {t('sites.acceptOrRejectAds')}
        </ButtonLink>
      </Group>
    </section>
  );
}
