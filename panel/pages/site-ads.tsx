import { Alert, Button, Group, SegmentedControl } from '@mantine/core';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Preview } from '../campaigns/preview';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { TextLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { isReviewed, siteQuery } from '../sites/site';
import { type CreativeDecision, creativeDecisions } from './site-ads.search';

const creativesDocument = graphql(`
  query SiteCreatives($siteId: ID!, $decision: CreativeDecision!, $after: String) {
    siteCreatives(siteId: $siteId, decision: $decision, first: 24, after: $after) {
      nodes {
        id
        type
        mime
        scope
        url
        landingUrl
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
  undecided: 'Undecided',
  accepted: 'Accepted',
  rejected: 'Rejected',
};
const members = { accepted: 'accept', rejected: 'reject', undecided: 'forget' } as const;
const verbs = { accepted: 'Accept', rejected: 'Reject', undecided: 'Undo' } as const;

/** Ads for a site as they would be shown: each is taken or not, and that can be changed at any time. */
export function SiteAdsPage() {
  const { id } = route.useParams();
  const { show = 'undecided' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: site } = useSuspenseQuery(siteQuery(id));
  const queryClient = useQueryClient();
  const creatives = useInfiniteQuery({
    queryKey: ['site-creatives', id, show],
    queryFn: async ({ pageParam: after, signal }) =>
      (await request(creativesDocument, { siteId: id, decision: show, after }, signal))
        .siteCreatives,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => pageInfo.endCursor,
  });
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
      say(to === 'undecided' ? 'The ad is undecided again.' : `The ad is ${to}.`, undo);
      await queryClient.invalidateQueries({ queryKey: ['site-creatives', id] });
      await queryClient.invalidateQueries(siteQuery(id));
    },
  });
  const found = creatives.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <>
      <TextLink to="/sites/$id" params={{ id }} size="sm">
        {site.name}
      </TextLink>
      <PageHead
        title="Accept or reject ads"
        about={
          site.onlyAcceptedCreatives
            ? 'This site shows only what you have accepted.'
            : 'This site shows what fits, unless you have rejected it.'
        }
      />
      <SegmentedControl
        aria-label="Ads that are"
        mb="md"
        value={show}
        data={creativeDecisions.map((one) => ({ value: one, label: labels[one] }))}
        onChange={(value) => {
          const to = creativeDecisions.find((one) => one === value) ?? 'undecided';
          void navigate({ search: to === 'undecided' ? {} : { show: to }, replace: true });
        }}
      />
      <Problem error={creatives.error} onRetry={() => void creatives.refetch()} />
      <Problem error={decide.error} />
      {creatives.isPending ? <Loading /> : null}
      {isReviewed(site) ? (
        <Alert color="yellow">The operator looks at the site first.</Alert>
      ) : null}
      <ul className="creatives">
        {found.map((creative) => (
          <li key={creative.id}>
            <Preview {...creative} name={`Ad for ${hostOf(creative)}`} />
            <div className="creative-name">
              <strong>{hostOf(creative)}</strong>
              <span className="soft">
                {creative.type}, {creative.scope}
              </span>
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
                    aria-label={`${verbs[to]} the ad for ${hostOf(creative)}, ${creative.scope}`}
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
          <h2>{show === 'undecided' ? 'Nothing to decide on' : `No ad is ${show}`}</h2>
          <p>
            {show === 'undecided'
              ? 'You have looked at every ad of now. New ones come here by themselves.'
              : 'Ads that you have decided on are listed here, and can be decided on again.'}
          </p>
        </section>
      ) : null}
      {creatives.hasNextPage ? (
        <Button
          variant="default"
          loading={creatives.isFetchingNextPage}
          onClick={() => void creatives.fetchNextPage()}
        >
          Look further
        </Button>
      ) : null}
    </>
  );
}

const hostOf = ({ landingUrl }: Creative): string =>
  (landingUrl === null ? null : URL.parse(landingUrl)?.hostname) ?? 'an ended campaign';
