import { SegmentedControl } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureName } from '../campaigns/feature-name';
import { useTargetingNames } from '../campaigns/targeting-names';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { formatShort } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { OutcomeBars, type OutcomeName, outcomesFragment } from '../statistics/outcomes';
import { formatCount } from '../statistics/series';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { day, type WhySearch, week } from './why.search';

const whyDocument = graphql(
  `
    query Why($id: ID!, $hours: Int!) {
      campaign(id: $id) {
        name
        medium
        vendor
        serving {
          state
        }
        outcomes(hours: $hours) {
          ...Outcomes
          typicalWinningCpm
          features {
            feature
            count
          }
        }
        creatives(first: 100) {
          nodes {
            id
            name
            scope
            outcomes(hours: $hours) {
              ...Outcomes
            }
          }
        }
      }
    }
  `,
  [outcomesFragment],
);

type Why = ResultOf<typeof whyDocument>['campaign'];

const textOf: Readonly<Record<OutcomeName, string>> = {
  medium: t('campaigns.lostMedium'),
  size: t('campaigns.lostSize'),
  type: t('campaigns.lostType'),
  flight: t('campaigns.lostFlight'),
  schedule: t('campaigns.lostSchedule'),
  publisher: t('campaigns.lostPublisher'),
  own_site: t('campaigns.lostOwnSite'),
  targeting: t('campaigns.lostTargeting'),
  unknown_visitor: t('campaigns.lostUnknownVisitor'),
  frequency: t('campaigns.lostFrequency'),
  creative_frequency: t('campaigns.lostCreativeFrequency'),
  competitor: t('campaigns.lostCompetitor'),
  on_page: t('campaigns.lostOnPage'),
  roadblock: t('campaigns.lostRoadblock'),
  floor: t('campaigns.lostFloor'),
  budget: t('campaigns.lostBudget'),
  unseen: t('campaigns.lostUnseen'),
  share_of_voice: t('campaigns.lostShareOfVoice'),
  priority: t('campaigns.lostPriority'),
  price: t('campaigns.lostPrice'),
  lot: t('campaigns.lostLot'),
  rotation: t('campaigns.lostRotation'),
  won: t('campaigns.wasShown'),
};

const route = getRouteApi('/campaigns/$id/why');

const whyQuery = (id: string, hours: number) =>
  queryOptions({
    queryKey: ['why', id, hours],
    queryFn: async ({ signal }) => (await request(whyDocument, { id, hours }, signal)).campaign,
    placeholderData: keepOfSame(id),
    refetchInterval: lookEveryMs,
  });

/** Why a campaign is not shown: how finds ended for it, and for each of its ads. */
export function WhyPage() {
  const { id } = route.useParams();
  const { hours = day } = route.useSearch();
  const navigate = route.useNavigate();
  const why = useQuery(whyQuery(id, hours));
  const go = (search: WhySearch) => void navigate({ search, replace: true });
  return (
    <>
      <TextLink to="/campaigns/$id" params={{ id }} size="sm">
        {why.data?.name ?? t('dashboard.campaigns')}
      </TextLink>
      <PageHead title={t('campaigns.whyNotShown')} about={t('campaigns.whatAskingPagesWere')}>
        <SegmentedControl
          aria-label={t('campaigns.timeOfFinds')}
          value={String(hours)}
          data={[
            { value: String(day), label: t('campaigns.oneDayOfFinds') },
            { value: String(week), label: t('campaigns.sevenDaysOfFinds') },
          ]}
          onChange={(value) => {
            go(Number(value) === week ? { hours: week } : {});
          }}
        />
      </PageHead>
      <Problem error={why.error} onRetry={() => void why.refetch()} />
      {why.data === undefined ? why.isPending && <Loading /> : <Told why={why.data} />}
    </>
  );
}

function Told({ why }: { readonly why: Why }) {
  const { name, serving, outcomes, creatives } = why;
  const names = useTargetingNames(why.medium, why.vendor);
  const { typicalWinningCpm, features } = outcomes;
  return (
    <>
      <section className="card" data-flush aria-labelledby="whole">
        <h2 id="whole" className="flush-title">
          {t('campaigns.theWholeCampaign')} <StatusBadge status={serving.state} />
        </h2>
        <OutcomeBars title={name} outcomes={outcomes} textOf={textOf} />
        {typicalWinningCpm === null ? null : (
          <p className="none">
            {t('campaigns.whatWonCost', { price: formatShort(typicalWinningCpm, 'USD') })}
          </p>
        )}
      </section>
      {features.length === 0 ? null : (
        <section className="card" aria-labelledby="features">
          <h2 id="features">{t('campaigns.whatOfTargeting')}</h2>
          <ul>
            {features.map(({ feature, count }) => (
              <li key={feature}>
                {featureName(feature, names)}: {formatCount(count)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {creatives.nodes.map((creative) => (
        <section key={creative.id} className="card" data-flush aria-labelledby={creative.id}>
          <h2 id={creative.id} className="flush-title">
            {creative.name} <span className="soft">{creative.scope}</span>
          </h2>
          <OutcomeBars title={creative.name} outcomes={creative.outcomes} textOf={textOf} />
        </section>
      ))}
    </>
  );
}
