import type { Connection } from 'mongoose';
import type { MadeEdit } from './month-edits';

interface StoredFlight {
  readonly _id: string;
  readonly name: string;
  readonly pacing: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly totalBudget: bigint | null;
}

interface StoredView {
  readonly campaignId: string;
  readonly offeredAt: Date;
  readonly verdict?: { readonly price: bigint };
}

/** Hundredths of its money that a flight spends in the first half of its time: at least, at most. */
const firstHalves: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  even: [35n, 62n],
  front_loaded: [65n, 100n],
  asap: [85n, 100n],
};

const costOf = (views: readonly StoredView[]): bigint =>
  views.reduce((sum, { verdict }) => sum + (verdict?.price ?? 0n), 0n);

/** Recounts how fast each flight of a total budget has spent its money, where nobody has changed the flight. @returns what was too fast or too slow */
export async function recountPaces(
  db: Connection,
  edits: readonly MadeEdit[],
): Promise<readonly string[]> {
  const read = async (name: string, filter: Record<string, unknown> = {}): Promise<unknown> =>
    db.collection(name).find(filter, { useBigInt64: true }).toArray();
  const views = (await read('events', { kind: 'impression' })) as readonly StoredView[];
  const campaigns = (await read('campaigns')) as readonly StoredFlight[];
  return campaigns.flatMap(({ _id, name, pacing, startsAt, endsAt, totalBudget }) => {
    const isEdited = edits.some((edit) => edit.name === name);
    if (endsAt === null || totalBudget === null || isEdited) return [];
    const half = (startsAt.getTime() + endsAt.getTime()) / 2;
    const own = views.filter(({ campaignId }) => campaignId === _id);
    const percent = (100n * costOf(own.filter((one) => +one.offeredAt < half))) / totalBudget;
    const [least = 0n, most = 0n] = firstHalves[pacing] ?? [];
    return percent >= least && percent <= most ? [] : [`${name} spent ${percent} in a half`];
  });
}
