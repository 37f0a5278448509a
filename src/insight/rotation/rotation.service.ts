import { setImmediate } from 'node:timers/promises';
import type { CreativeRotation } from '../../demand/campaigns/campaign.resource';
import type { Results } from '../../market/inventory/candidate';
import {
  turnFiguresOf,
  type TurnFigures,
  type TurnTaker,
} from '../../market/selection/rotation/figures';
import type { Candidate } from '../../market/selection/types';
import type { RotationContext } from './rotation.context';
import type { RotationFigures } from './rotation-figures';

/** Figures by creative. None of one that is not for sale now, or whose campaign's creatives compete for themselves. */
export async function listRotationFigures(
  ctx: RotationContext,
  creativeIds: readonly string[],
): Promise<ReadonlyMap<string, RotationFigures>> {
  const { inventory, creativeResults } = ctx;
  const found = new Map<string, RotationFigures>();
  const sizes = Map.groupBy(
    creativeIds.flatMap((id) => inventory.index.find(id) ?? []),
    ({ campaignId, scope }) => `${campaignId} ${scope}`,
  );
  for (const candidates of sizes.values()) {
    const [{ campaignId, scope } = { campaignId: '', scope: '' }] = candidates;
    const rotation = inventory.findCampaign(campaignId)?.creativeRotation ?? 'auction';
    if (rotation === 'auction') continue;
    const turns = turnFiguresOf(listTakers(ctx, campaignId, scope));
    for (const { creativeId } of candidates) {
      const figures = turns.get(creativeId);
      if (figures)
        found.set(
          creativeId,
          toFigures(figures, rateOf(creativeResults.get(creativeId), rotation)),
        );
    }
    // Finds are answered between two campaigns.
    await setImmediate();
  }
  return found;
}

/** The creatives of a campaign that fit the same places, and take turns now. */
function listTakers(
  { inventory, now }: RotationContext,
  campaignId: string,
  scope: string,
): readonly TurnTaker[] {
  const at = now().getTime();
  const isRunning = ({ startsAt, endsAt }: Candidate) =>
    startsAt <= at && (endsAt === null || at <= endsAt);
  return Array.from(inventory.creativesOf(campaignId)).flatMap(({ id: creativeId }) => {
    const candidate = inventory.index.find(creativeId);
    if (!candidate?.rotation || candidate.scope !== scope || !isRunning(candidate)) return [];
    return [{ creativeId, rotation: candidate.rotation }];
  });
}

const toFigures = ({ share, rates }: TurnFigures, rate: number | null): RotationFigures => ({
  share,
  rate,
  leastRate: rates?.[0] ?? null,
  mostRate: rates?.[1] ?? null,
});

function rateOf(
  { impressions, clicks, conversions }: Results,
  rotation: CreativeRotation,
): number | null {
  const successes = { optimized_clicks: clicks, optimized_conversions: conversions };
  if (impressions === 0 || rotation === 'auction' || rotation === 'even' || rotation === 'weighted')
    return null;
  return successes[rotation] / impressions;
}
