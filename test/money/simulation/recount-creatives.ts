import type { Connection } from 'mongoose';
import { recountCaps, type SeenView } from './month-terms';

interface StoredCreative {
  readonly _id: string;
  readonly campaignId: string;
  readonly frequencyCaps?: readonly string[] | null;
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
}

interface CampaignOfCreative {
  readonly _id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly showsToUnknownVisitors: boolean;
}

interface StoredView extends SeenView {
  readonly creativeId: string;
  readonly offeredAt: Date;
}

/** Recounts the caps and the times of each creative, from documents as they are stored, by none of the product's code. */
export async function recountCreatives(
  db: Connection,
  deaths: readonly Date[],
): Promise<{
  /** Broken promises; must stay empty. */
  readonly problems: readonly string[];
  /** Caps that a visitor has reached. */
  readonly reached: number;
  /** Views of creatives that have times of their own. */
  readonly timed: number;
}> {
  const read = async (name: string, filter: Record<string, unknown> = {}): Promise<unknown> =>
    db.collection(name).find(filter, { useBigInt64: true }).toArray();
  const views = (await read('events', { kind: 'impression' })) as readonly StoredView[];
  const creatives = (await read('creatives')) as readonly StoredCreative[];
  const campaigns = (await read('campaigns')) as readonly CampaignOfCreative[];
  const byCreative = Map.groupBy(views, ({ creativeId }) => creativeId);
  const problems: string[] = [];
  let [reached, timed] = [0, 0];
  for (const { _id, campaignId, frequencyCaps, startsAt, endsAt } of creatives) {
    const seen = byCreative.get(_id) ?? [];
    const campaign = campaigns.find((one) => one._id === campaignId);
    if (!campaign) throw new Error(`creative ${_id} has no campaign`);
    const name = `creative ${_id} of ${campaign.name}`;
    const caps = frequencyCaps ?? [];
    const capped = recountCaps({ name, timeZone: campaign.timeZone, caps }, seen, deaths);
    problems.push(...capped.problems);
    reached += capped.reached;
    const isHidden = caps.length > 0 && !campaign.showsToUnknownVisitors;
    const early = seen.filter(({ offeredAt }) => startsAt != null && offeredAt < startsAt).length;
    const late = seen.filter(({ offeredAt }) => endsAt != null && offeredAt > endsAt).length;
    const unknown = seen.filter(({ trackingId }) => isHidden && trackingId === null).length;
    if (early + late > 0) problems.push(`${name} was offered ${early + late} times off its times`);
    if (unknown > 0) problems.push(`${unknown} unknown visitors saw ${name}`);
    if (startsAt != null || endsAt != null) timed += seen.length;
  }
  return { problems, reached, timed };
}
