import { Alert, Badge, Button, Checkbox, Group, SegmentedControl } from '@mantine/core';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PixelHosts } from '../campaigns/pixel-hosts';
import { Preview } from '../campaigns/preview';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { TextLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { BlockButtons, serverName } from '../sites/block-buttons';
import { BlockedAds } from '../sites/blocked-ads';
import { allServers, useBlocks } from '../sites/blocks';
import { ForeignPreview } from '../sites/foreign-ad';
import { OtherServers } from '../sites/other-servers';
import { useNewAds } from '../sites/seen-ads';
import { isReviewed, siteQuery } from '../sites/site';
import { t, wordOf } from '../texts/texts';
import { type CreativeDecision, creativeDecisions, readSiteAdsSearch } from './site-ads.search';

const creativesDocument = graphql(`
  query SiteCreatives($siteId: ID!, $decision: CreativeDecision!, $peer: String, $after: String) {
    siteCreatives(siteId: $siteId, decision: $decision, peer: $peer, first: 24, after: $after) {
      nodes {
        id
        type
        mime
        scope
        url
        landingUrl
        category
        pixelHosts
        peer {
          address
          name
          host
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const decideDocument = graphql(`
  mutation DecideOnCreatives($siteId: ID!, $decisions: CreativeDecisionsInput!) {
    decideOnCreatives(siteId: $siteId, decisions: $decisions) {
      id
    }
  }
`);

type Creative = ResultOf<typeof creativesDocument>['siteCreatives']['nodes'][number];

const route = getRouteApi('/sites/$id/ads');
const labels: Readonly<Record<CreativeDecision, string>> = {
  undecided: t('sites.undecided'),
  accepted: t('sites.accepted'),
  rejected: t('sites.rejected'),
};
const members = { accepted: 'accept', rejected: 'reject', undecided: 'forget' } as const;
const verbs = {
  accepted: t('sites.accept'),
  rejected: t('sites.reject'),
  undecided: t('common.undo'),
} as const;
const nameOf: Readonly<Record<CreativeDecision, (ad: AdName) => string>> = {
  accepted: (ad) => t('sites.acceptTheAd', ad),
  rejected: (ad) => t('sites.rejectTheAd', ad),
  undecided: (ad) => t('sites.undoTheAd', ad),
};
const done: Readonly<Record<CreativeDecision, string>> = {
  accepted: t('sites.theAdIsAccepted'),
  rejected: t('sites.theAdIsRejected'),
  undecided: t('sites.theAdIsUndecidedAgain'),
};
const empty: Readonly<Record<CreativeDecision, string>> = {
  accepted: t('sites.noAdIsAccepted'),
  rejected: t('sites.noAdIsRejected'),
  undecided: t('sites.nothingToDecideOn'),
};

interface AdName {
  readonly host: string;
  readonly scope: string;
}

/** Ads for a site as they would be shown: each is taken or not, and that can be changed at any time. */
export function SiteAdsPage() {
  const { id } = route.useParams();
  const { show = 'undecided', of } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: site } = useSuspenseQuery(siteQuery(id));
  const queryClient = useQueryClient();
  const creatives = useInfiniteQuery({
    queryKey: ['site-creatives', id, show, of],
    queryFn: async ({ pageParam: after, signal }) =>
      (
        await request(
          creativesDocument,
          { siteId: id, decision: show, after, peer: of === 'others' ? allServers : null },
          signal,
        )
      ).siteCreatives,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => pageInfo.endCursor,
  });
  const blocks = useBlocks(site);
  const decide = useMutation({
    mutationFn: ({
      creative,
      to,
    }: {
      readonly creative: Creative;
      readonly from: CreativeDecision;
      readonly to: CreativeDecision;
    }) => request(decideDocument, { siteId: id, decisions: { [members[to]]: [creative.id] } }),
    onSuccess: async (_data, { creative, from, to }) => {
      const undo = () => {
        decide.mutate({ creative, from: to, to: from });
      };
      say(done[to], undo);
      await queryClient.invalidateQueries({ queryKey: ['site-creatives', id] });
      await queryClient.invalidateQueries(siteQuery(id));
    },
  });
  const { data } = creatives;
  const listed = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes), [data]);
  const ids = useMemo(() => listed?.map((creative) => creative.id), [listed]);
  const isNew = useNewAds(id, ids);
  const found = (listed ?? []).toSorted(
    (one, other) => Number(isNew(other.id)) - Number(isNew(one.id)),
  );
  return (
    <>
      <TextLink to="/sites/$id" params={{ id }} size="sm">
        {site.name}
      </TextLink>
      <PageHead
        title={t('sites.acceptOrRejectAds')}
        about={
          site.onlyAcceptedCreatives
            ? t('sites.thisSiteShowsOnlyWhat')
            : t('sites.thisSiteShowsWhatFits')
        }
      />
      <SegmentedControl
        aria-label={t('sites.adsThatAre')}
        mb="md"
        value={show}
        data={creativeDecisions.map((one) => ({ value: one, label: labels[one] }))}
        onChange={(value) => {
          const to = creativeDecisions.find((one) => one === value) ?? 'undecided';
          void navigate({ search: readSiteAdsSearch({ show: to, of }), replace: true });
        }}
      />
      <Checkbox
        label={t('sites.onlyAdsOfOtherServers')}
        mb="md"
        checked={of === 'others'}
        onChange={({ currentTarget: { checked } }) => {
          const search = readSiteAdsSearch({ show, of: checked ? 'others' : undefined });
          void navigate({ search, replace: true });
        }}
      />
      {isReviewed(site) ? null : (
        <>
          <OtherServers site={site} blocks={blocks} />
          <BlockedAds site={site} blocks={blocks} />
        </>
      )}
      <Problem error={creatives.error} onRetry={() => void creatives.refetch()} />
      <Problem error={errorOfLast(decide, blocks)} />
      {creatives.isPending ? <Loading /> : null}
      {isReviewed(site) ? <Alert color="yellow">{t('sites.theOperatorLooksAtThe')}</Alert> : null}
      <ul className="creatives">
        {found.map((creative) => (
          <li key={creative.id}>
            {creative.peer === null ? (
              <Preview {...creative} name={t('sites.adFor', { host: hostOf(creative) })} />
            ) : (
              <ForeignPreview {...creative} />
            )}
            <div className="creative-name">
              <strong>{hostOf(creative)}</strong>
              {isNew(creative.id) ? (
                <Badge variant="light" tt="none">
                  {t('sites.newSinceYourLastVisit')}
                </Badge>
              ) : null}
              <span className="soft">
                {wordOf(creative.type)}, {creative.scope}
              </span>
              <PixelHosts hosts={creative.pixelHosts} />
              {creative.peer === null ? null : (
                <span className="soft" title={creative.peer.address}>
                  {t('sites.ofTheServer', { server: serverName(creative.peer) })}
                </span>
              )}
              {isReviewed(site) ? null : <BlockButtons ad={creative} blocks={blocks} />}
            </div>
            <Group gap="xs" mt="auto">
              {creativeDecisions
                .filter((to) => to !== show)
                .toReversed()
                .map((to) => (
                  <Button
                    key={to}
                    size="xs"
                    variant={to === 'accepted' ? 'filled' : 'default'}
                    aria-label={nameOf[to]({ host: hostOf(creative), scope: creative.scope })}
                    disabled={decide.isPending || isReviewed(site)}
                    onClick={() => {
                      decide.mutate({ creative, from: show, to });
                    }}
                  >
                    {verbs[to]}
                  </Button>
                ))}
            </Group>
          </li>
        ))}
      </ul>
      {creatives.isSuccess && found.length === 0 && !creatives.hasNextPage ? (
        <section className="card empty">
          <h2>{empty[show]}</h2>
          <p>
            {show === 'undecided'
              ? t('sites.youHaveLookedAtEvery')
              : t('sites.adsThatYouHaveDecided')}
          </p>
        </section>
      ) : null}
      {creatives.hasNextPage ? (
        <Button
          variant="default"
          loading={creatives.isFetchingNextPage}
          onClick={() => void creatives.fetchNextPage()}
        >
          {t('sites.lookFurther')}
        </Button>
      ) : null}
    </>
  );
}

const hostOf = ({ landingUrl }: Creative): string =>
  (landingUrl === null ? null : URL.parse(landingUrl)?.hostname) ?? t('sites.anEndedCampaign');
