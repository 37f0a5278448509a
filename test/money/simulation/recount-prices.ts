import type { Connection } from 'mongoose';
import { floorOf } from './month-floors';
import { type BidTerms, bidOf, isScheduled, localOf } from './month-terms';

interface StoredTerms extends BidTerms {
  readonly _id: string;
  readonly advertiserId: string;
  readonly name: string;
  readonly priority: string;
  readonly schedule: readonly string[] | null;
}

interface StoredView {
  readonly campaignId: string;
  readonly placementId: string;
  readonly siteId: string;
  readonly publisherId: string;
  readonly trackingId: string | null;
  readonly country?: string | null;
  readonly offeredAt: Date;
  readonly verdict?: { readonly status: string; readonly price: bigint; readonly charge: bigint };
}

type Asked = Parameters<typeof bidOf>[1];

async function readStored(db: Connection) {
  const read = async (name: string, filter: Record<string, unknown> = {}): Promise<unknown> =>
    db.collection(name).find(filter, { useBigInt64: true }).toArray();
  type Site = Omit<Parameters<typeof floorOf>[0], 'ofPlacement'> & { readonly _id: string };
  type Placement = { readonly _id: string; readonly minimumRpm: bigint | null; width: number };
  return {
    views: (await read('events', { kind: 'impression' })) as readonly StoredView[],
    campaigns: (await read('campaigns')) as readonly StoredTerms[],
    creatives: (await read('creatives')) as readonly { campaignId: string; scope: string }[],
    sites: (await read('sites')) as readonly Site[],
    placements: (await read('placements')) as readonly Placement[],
    /** By the first clock hour, counted from 1970, that each is of. */
    auctionTypes: (await read('auctionTypes')) as readonly { _id: number; type: string }[],
  };
}

const largest = (some: readonly bigint[]): bigint =>
  some.reduce((most, one) => (one > most ? one : most), 0n);

/**
 * Recounts the price of each paid view, from documents as they are stored, by none of the product's code: the bid where the first price
 * holds, and where the second does a price between floor and bid. Unknown visitors have seen nothing: on pages with one placement, in whose
 * width nobody has a budget that ends, their price is told exactly.
 */
export async function recountPrices(db: Connection, exactWidth: number) {
  const { views, campaigns, creatives, sites, placements, auctionTypes } = await readStored(db);
  const problems: string[] = [];
  const counts = { first: 0, second: 0, exact: 0, rivals: 0, free: 0, atFloor: 0 };
  const scope = new RegExp(`^${exactWidth}x`);
  const inWidth = new Set(
    creatives.filter((one) => scope.test(one.scope)).map(({ campaignId }) => campaignId),
  );
  const competing = (asked: Asked, floor: bigint, but: StoredTerms) =>
    campaigns
      .filter((one) => one !== but && one.priority === 'standard' && inWidth.has(one._id))
      .filter(({ schedule, timeZone }) =>
        schedule === null ? true : isScheduled(schedule, localOf(asked.at, timeZone)),
      )
      .map((one) => bidOf(one, asked))
      .filter((bid) => bid >= floor);
  for (const { verdict, offeredAt: at, country = null, ...view } of views) {
    const terms = campaigns.find(({ _id }) => _id === view.campaignId);
    const site = sites.find(({ _id }) => _id === view.siteId);
    const placement = placements.find(({ _id }) => _id === view.placementId);
    if (!terms || !site || !placement) throw new Error('a view of nothing that is stored');
    if (verdict?.status !== 'accepted') continue;
    const { price, charge } = verdict;
    const when = `${terms.name} at ${at.toISOString()} in ${country} costs ${price}`;
    if (terms.advertiserId === view.publisherId) {
      counts.free += 1;
      if (price !== 0n || charge !== 0n) problems.push(`${when} and ${charge} on its own site`);
      continue;
    }
    if (terms.priority !== 'standard') problems.push(`${when}, and is ${terms.priority}`);
    const asked = { at, country };
    const bid = bidOf(terms, asked);
    const floor = floorOf({ ...site, ofPlacement: placement.minimumRpm }, asked);
    if (bid < floor) problems.push(`${when}: its bid ${bid} is below ${floor}`);
    const [type] = auctionTypes
      .filter(({ _id }) => _id * 3_600_000 <= at.getTime())
      .sort((one, other) => other._id - one._id);
    if (type?.type !== 'second_price') {
      counts.first += 1;
      if (price !== bid) problems.push(`${when} in place of ${bid}`);
      continue;
    }
    counts.second += 1;
    if (price > bid || price < floor) problems.push(`${when}, not from ${floor} to ${bid}`);
    if (placement.width !== exactWidth || view.trackingId !== null) continue;
    const rival = largest(competing(asked, floor, terms));
    const least = rival > floor ? rival : floor;
    const expected = least < bid ? least : bid;
    counts.exact += 1;
    if (rival > floor && rival < bid) counts.rivals += 1;
    if (rival <= floor) counts.atFloor += 1;
    // The ranking has seven digits.
    if (price < expected - expected / 1_000_000n || price > expected + expected / 1_000_000n + 2n)
      problems.push(`${when} in place of the second price ${expected}`);
  }
  return { problems, counts };
}
