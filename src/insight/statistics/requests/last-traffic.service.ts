import { hourIdOf } from '../../../hour';
import { hourMs, quarterMs } from '../../../time';
import type { Placement } from '../../../supply/placements/placement.resource';
import { countNames, type StoredCell } from '../roll-ups/cell';
import { storedSection } from '../roll-ups/roll-up';
import type { StatisticsContext } from '../statistics.context';

/** Begins of quarters of an hour; null: not in the last days. */
export interface LastTraffic {
  /** Of the last find that a page with the placement has made. */
  readonly findAt: Date | null;
  /** Of the last view, accepted or not. */
  readonly viewAt: Date | null;
}

export type TrafficPlacement = Pick<Placement, 'id' | 'siteId' | 'publisherId'>;

export const lastTrafficDays = 7;
/** So far is looked back at once: what has traffic is found in the first hours. */
const steps = [2, 24, lastTrafficDays * 24];

type Quarters = Map<string, number>;

interface Span {
  readonly publisherId: string;
  readonly fromHour: number;
  /** The first one that is not meant. */
  readonly toHour: number;
}

/**
 * When placements of a publisher were last asked for, and last seen: of what is counted for statistics, which nothing is
 * added to for it. Views are known once they have a verdict.
 */
export function listLastTraffic(
  ctx: StatisticsContext,
  publisherId: string,
  placements: readonly TrafficPlacement[],
): Promise<ReadonlyMap<string, LastTraffic>> {
  return ctx.statisticsTurns.take(publisherId, async () => {
    const finds: Quarters = new Map();
    const views: Quarters = new Map();
    const thisHour = hourIdOf(ctx.now());
    let toHour = thisHour + 1;
    for (const hours of steps) {
      const span = { publisherId, fromHour: thisHour - hours + 1, toHour };
      await readFinds(ctx, span, placements, finds);
      await readViews(ctx, span, placements, views);
      toHour = span.fromHour;
    }
    return new Map(
      placements.map(({ id }) => [id, { findAt: timeOf(finds, id), viewAt: timeOf(views, id) }]),
    );
  });
}

/** Only those that no later hour had are looked for. */
const missing = (placements: readonly TrafficPlacement[], found: Quarters) =>
  placements.filter(({ id }) => !found.has(id));

async function readFinds(
  ctx: StatisticsContext,
  { publisherId, ...hours }: Span,
  placements: readonly TrafficPlacement[],
  found: Quarters,
): Promise<void> {
  const wanted = missing(placements, found);
  if (wanted.length === 0) return;
  const query = { owner: { publisherId }, ...hours };
  await ctx.inTransaction(async (session) => {
    const counts = ctx.requestCountStore.stream(query, session, wanted);
    for await (const { placementId, quarter, requests } of counts)
      if (requests > 0) note(found, placementId, quarter);
  });
}

async function readViews(
  ctx: StatisticsContext,
  { publisherId, ...hours }: Span,
  placements: readonly TrafficPlacement[],
  found: Quarters,
): Promise<void> {
  const wanted = new Set(missing(placements, found).map(({ id }) => id));
  if (wanted.size === 0) return;
  const query = { family: 'publisher', ownerIds: [publisherId], ...hours } as const;
  await ctx.inTransaction(async (session) => {
    for await (const some of ctx.rollUps.stream(query, ['placement'], session))
      for (const { hour, sections } of some) noteViews(found, hour, sections['placement'], wanted);
  });
}

function noteViews(
  found: Quarters,
  hour: number,
  section: string | undefined,
  wanted: ReadonlySet<string>,
): void {
  // To read a section costs more than to see that it has none of them.
  if (section === undefined || ![...wanted].some((id) => section.includes(id))) return;
  for (const [key, ...cells] of storedSection.decode(section)) {
    const [, placementId = ''] = key.split(' ');
    if (!wanted.has(placementId)) continue;
    const quarter = cells.findLastIndex((cell) => cell !== 0 && viewsOf(cell) > 0);
    if (quarter >= 0) note(found, placementId, (hour * hourMs) / quarterMs + quarter);
  }
}

const viewsOf = ([counts]: StoredCell): number => counts[countNames.indexOf('views')] ?? 0;

function note(found: Quarters, id: string, quarter: number): void {
  found.set(id, Math.max(found.get(id) ?? 0, quarter));
}

function timeOf(found: Quarters, id: string): Date | null {
  const quarter = found.get(id);
  return quarter === undefined ? null : new Date(quarter * quarterMs);
}
