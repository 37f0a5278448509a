import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { OutcomeBars, type OutcomeName, outcomesFragment } from '../statistics/outcomes';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import type { Placement } from './placement';

const outcomesDocument = graphql(
  `
    query PlacementOutcomes($id: ID!) {
      placement(id: $id) {
        outcomes {
          ...Outcomes
        }
      }
    }
  `,
  [outcomesFragment],
);

const textOf: Readonly<Record<OutcomeName, string>> = {
  medium: t('sites.emptyMedium'),
  size: t('sites.emptySize'),
  type: t('sites.emptyType'),
  flight: t('sites.emptyFlight'),
  schedule: t('sites.emptyFlight'),
  publisher: t('sites.emptyPublisher'),
  own_site: t('sites.emptyTargeting'),
  targeting: t('sites.emptyTargeting'),
  unknown_visitor: t('sites.emptyUnknownVisitor'),
  frequency: t('sites.emptyFrequency'),
  creative_frequency: t('sites.emptyFrequency'),
  competitor: t('sites.emptyCompetitor'),
  on_page: t('sites.emptyOnPage'),
  roadblock: t('sites.emptyRoadblock'),
  floor: t('sites.emptyFloor'),
  budget: t('sites.emptyBudget'),
  unseen: t('sites.emptyUnseen'),
  share_of_voice: t('sites.emptyShareOfVoice'),
  priority: t('sites.emptyBudget'),
  price: t('sites.emptyBudget'),
  lot: t('sites.emptyBudget'),
  rotation: t('sites.emptyBudget'),
  won: t('sites.wasFilled'),
};

/** Why a placement stayed empty, of the last day. */
export function PlacementOutcomes({ placement: { id, name } }: { readonly placement: Placement }) {
  const found = useQuery({
    queryKey: ['placement outcomes', id],
    queryFn: async ({ signal }) =>
      (await request(outcomesDocument, { id }, signal)).placement.outcomes,
    refetchInterval: lookEveryMs,
  });
  return (
    <>
      <Problem error={found.error} onRetry={() => void found.refetch()} />
      {found.data === undefined ? (
        found.isPending && <Loading />
      ) : (
        <OutcomeBars
          title={t('sites.whyEmptyName', { name })}
          outcomes={found.data}
          textOf={textOf}
        />
      )}
    </>
  );
}
