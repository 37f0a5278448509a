import type { DatabaseSession } from '../../../platform/database/transaction';
import { firstLayeredHour, hasRoomFor, inLayer, layers } from './layers';
import { emptied, type RollUp, rollUpIdOf, RollUps, wholeOf } from './roll-up';
import type { StatisticsContext } from '../statistics.context';

type Context = Pick<StatisticsContext, 'rollUps' | 'now'>;

/** Roll-ups of a transaction. */
interface Adding {
  readonly added: RollUps;
  /** Ids of the documents that were read and added. Each of them is saved: what was moved out of it stands elsewhere. */
  readonly knownIds: Set<string>;
}

/**
 * Adds what is new to the first layers of the stored roll-ups, and those that have no room to the layers behind. Roll-ups of
 * hours that are over are stored whole.
 */
export async function addToRollUps(
  ctx: Context,
  added: RollUps,
  session: DatabaseSession,
): Promise<void> {
  const adding: Adding = { added, knownIds: new Set() };
  const first = firstLayeredHour(ctx.now());
  const all = [...added.byId.values()];
  const over = all.filter(({ hour }) => hour < first);
  const current = all.filter(({ hour }) => hour >= first);
  const saved = [
    ...(await addWhole(ctx, adding, over, session)),
    ...(await addInLayers(ctx, adding, current, session)),
  ];
  await ctx.rollUps.save(saved, adding.knownIds, session);
}

/** Puts some layered roll-ups of hours that are over together. @returns how many documents it has found; 0: none is left. */
export async function mergeSomeLayers(
  ctx: Context,
  limit: number,
  session: DatabaseSession,
): Promise<number> {
  const beforeHour = firstLayeredHour(ctx.now());
  const found = await ctx.rollUps.listLayered({ beforeHour, limit }, session);
  const rollUps = new RollUps();
  for (const layer of found) rollUps.addStored(wholeOf(layer), {});
  await addToRollUps(ctx, rollUps, session);
  return found.length;
}

/** @returns what is to be saved: all in the first layer, nothing in the others. */
async function addWhole(
  ctx: Context,
  adding: Adding,
  rollUps: readonly RollUp[],
  session: DatabaseSession,
): Promise<readonly RollUp[]> {
  if (rollUps.length === 0) return [];
  const ids = rollUps.flatMap((rollUp) =>
    layers.map((layer) => rollUpIdOf(inLayer(rollUp, layer))),
  );
  await addStored(ctx, adding, ids, session);
  return rollUps.flatMap((rollUp) =>
    layers.map((layer) => inLayer(layer === 0 ? rollUp : emptied(rollUp), layer)),
  );
}

/** @returns what is to be saved: each in the first layer that has room for it and for what stood in that layer, nothing in those before. */
async function addInLayers(
  ctx: Context,
  adding: Adding,
  rollUps: readonly RollUp[],
  session: DatabaseSession,
): Promise<readonly RollUp[]> {
  const saved: RollUp[] = [];
  let moving = rollUps;
  for (const layer of layers) {
    if (moving.length === 0) break;
    const ids = moving.map((rollUp) => rollUpIdOf(inLayer(rollUp, layer)));
    await addStored(ctx, adding, ids, session);
    const full = moving.filter((rollUp) => !hasRoomFor(rollUp, layer));
    const isFull = new Set(full);
    for (const rollUp of moving)
      saved.push(inLayer(isFull.has(rollUp) ? emptied(rollUp) : rollUp, layer));
    moving = full;
  }
  return saved;
}

async function addStored(
  { rollUps }: Context,
  { added, knownIds }: Adding,
  ids: readonly string[],
  session: DatabaseSession,
): Promise<void> {
  for (const stored of await rollUps.listByIds(ids, session)) {
    knownIds.add(rollUpIdOf(stored));
    added.addStored(wholeOf(stored), stored.sections);
  }
}
