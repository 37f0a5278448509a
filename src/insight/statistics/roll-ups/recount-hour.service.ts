import { hourOfId } from '../../../hour';
import { assertEventsKept } from '../../../market/events/kept-events';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { hourMs } from '../../../time';
import { addToRollUps } from './add-to-roll-ups.service';
import { addCell, type Cell, emptyCell } from './cell';
import { type Circumstances, factOf, factsOfConversion } from '../facts/fact';
import { FirstViewDays } from '../first-views/first-view-days';
import { listDayViews, toFirstViewFacts } from '../first-views/first-views.service';
import { listVisitorsOf } from '../facts/record-changes.service';
import { emptied, familiesOf, type RollUp, rollUpIdOf, RollUps } from './roll-up';
import { isSameRollUp } from './roll-up-comparison';
import type { StatisticsContext } from '../statistics.context';
import { listWaitingFacts } from '../facts/waiting-facts.service';
import type { StoredRollUp } from './roll-up.store';
import { inParts } from '../questions/in-parts';
import { dayOf, type FirstViews, visitorDayIdOf } from '../first-views/visitor-day.store';

/** An hour as it was counted, and as it is. */
export interface RecountedHour {
  /** Number of the clock hour. */
  readonly hour: number;
  /** Events with a verdict and accepted conversions. */
  readonly counted: number;
  readonly isSame: boolean;
  /** The sum of all accounts. */
  readonly before: Cell;
  readonly now: Cell;
}

const campaignsAtOnce = 500;
const visitorsAtOnce = 1_000;

/**
 * Counts an hour anew from the events and conversions that are stored, and puts that in the place of its roll-ups, in
 * one transaction: verdicts of the same time are counted once, by this or by what they have left to be added.
 *
 * @param options.isApplied default: it only tells what differs
 * @throws {AppError} `CONFLICT` for an hour whose events are removed.
 */
export function recountHour(
  ctx: StatisticsContext,
  hour: number,
  { isApplied }: { readonly isApplied: boolean },
): Promise<RecountedHour> {
  const range = { from: hourOfId(hour) };
  return ctx.inTransaction(async (session) => {
    await assertEventsKept(ctx, range, session);
    const rollUps = new RollUps();
    const { counted, visitors } = await countVerdicts(ctx, hour, rollUps, session);
    // Changes that are not added yet are in the verdicts already.
    await leaveOutWaiting(ctx, hour, rollUps, session);
    const days = await recountFirstViews(ctx, { hour, visitors, rollUps }, session);
    const stored = new RollUps();
    const found = await ctx.rollUps.listHour(hour, session);
    for (const { sections, family, ownerId } of found)
      stored.addStored({ family, ownerId, hour }, sections);
    const changed = changedRollUps(rollUps, stored);
    if (isApplied) {
      const known = new Set(found.map(rollUpIdOf));
      await ctx.rollUps.save([...changed, ...piecesOf(changed, found)], known, session);
      await days.save();
    }
    const isSame = changed.length === 0 && days.isSame;
    return { hour, counted, isSame, before: totalOf(stored), now: totalOf(rollUps) };
  });
}

const hourOf = ({ at }: Pick<Circumstances, 'at'>) => Math.floor(at / hourMs);

/** Takes from what was counted the facts that roll-ups do not have yet: they are added later. */
async function leaveOutWaiting(
  ctx: StatisticsContext,
  hour: number,
  rollUps: RollUps,
  session: DatabaseSession,
): Promise<void> {
  for (const side of ['demand', 'supply'] as const)
    for (const fact of (await listWaitingFacts(ctx, { side, accountId: null }, session)).facts)
      if (hourOf(fact) === hour)
        rollUps.add({ ...fact, sign: fact.sign === 1 ? -1 : 1 }, familiesOf[side]);
}

/** The parts and layers of roll-ups that were counted anew as one, without anything in them. */
function piecesOf(changed: readonly RollUp[], found: readonly StoredRollUp[]): readonly RollUp[] {
  const ids = new Set(changed.map(rollUpIdOf));
  return found.flatMap((stored) => {
    const { family, ownerId, hour } = stored;
    const isPiece = !ids.has(rollUpIdOf(stored));
    return isPiece && ids.has(rollUpIdOf({ family, ownerId, hour })) ? [emptied(stored)] : [];
  });
}

/** @returns how many there are, and which tracked visitors have accepted views. */
async function countVerdicts(
  ctx: StatisticsContext,
  hour: number,
  rollUps: RollUps,
  session: DatabaseSession,
) {
  const { countableEvents } = ctx;
  const range = { from: hourOfId(hour), to: hourOfId(hour + 1) };
  const visitors = new Set<string>();
  let counted = 0;
  for (const campaignIds of inParts(
    await countableEvents.listCampaignIds(session),
    campaignsAtOnce,
  )) {
    for await (const { event, verdict } of countableEvents.streamJudged(
      campaignIds,
      range,
      session,
    )) {
      counted += 1;
      rollUps.add(factOf(event, verdict));
      if (event.kind === 'impression' && verdict.status === 'accepted' && event.trackingId !== null)
        visitors.add(event.trackingId);
    }
    const accepted = await countableEvents.listAcceptedConversions(campaignIds, range, session);
    const conversions = accepted.map(({ conversion }) => conversion);
    const cases = { visitors: await listVisitorsOf(ctx, conversions, session) };
    for (const { conversion, verdict } of accepted) {
      counted += 1;
      for (const fact of factsOfConversion(conversion, verdict, cases)) rollUps.add(fact);
    }
  }
  return { counted, visitors };
}

/**
 * Finds the first views of the day anew of those who have seen something in the hour, and counts those that lie in it.
 * Where the first one was thought to be in another hour, or is there, that hour is changed too.
 */
async function recountFirstViews(
  ctx: StatisticsContext,
  {
    hour,
    visitors,
    rollUps,
  }: { readonly hour: number; readonly visitors: ReadonlySet<string>; readonly rollUps: RollUps },
  session: DatabaseSession,
): Promise<{ readonly isSame: boolean; save(): Promise<void> }> {
  const start = hour * hourMs;
  const others = new RollUps();
  const changed: { firsts: ReadonlyMap<string, FirstViews>; knownIds: ReadonlySet<string> }[] = [];
  for (const trackingIds of inParts([...visitors], visitorsAtOnce)) {
    const ids = trackingIds.map((trackingId) => visitorDayIdOf(trackingId, start));
    const known = await ctx.visitorDays.list(ids, session);
    const days = new FirstViewDays(known, { isAnew: true });
    const views = await listDayViews(ctx, trackingIds, dayOf(start), session);
    for (const view of views) days.add(view);
    const here = [...days.places()].filter(([[at]]) => hourOf({ at }) === hour);
    const asNew = here.map(([place, key]) => [undefined, place, key] as const);
    for (const unique of await toFirstViewFacts(ctx, asNew, views, session)) rollUps.add(unique);
    for (const unique of await toFirstViewFacts(ctx, [...days.changes()], views, session))
      if (hourOf(unique) !== hour) others.add(unique);
    changed.push({ firsts: days.changedFirsts(), knownIds: new Set(known.keys()) });
  }
  return {
    isSame: changed.every(({ firsts }) => firsts.size === 0),
    async save() {
      await addToRollUps(ctx, others, session);
      for (const { firsts, knownIds } of changed)
        await ctx.visitorDays.save(firsts, knownIds, session);
    },
  };
}

/** The roll-ups that differ from what is stored, and an empty one for each that should not be there. */
function changedRollUps(now: RollUps, stored: RollUps): readonly RollUp[] {
  const gone = [...stored.byId].filter(([id]) => !now.byId.has(id));
  const wanted = [...now.byId, ...gone.map(([id, rollUp]) => [id, emptied(rollUp)] as const)];
  return wanted.flatMap(([id, rollUp]) =>
    isSameRollUp(rollUp, stored.byId.get(id) ?? emptied(rollUp)) ? [] : [rollUp],
  );
}

function totalOf({ byId }: RollUps): Cell {
  const sum = emptyCell();
  for (const { family, sections } of byId.values())
    if (family === 'all')
      for (const cell of sections.get('total')?.get('') ?? []) if (cell) addCell(sum, cell);
  return sum;
}
