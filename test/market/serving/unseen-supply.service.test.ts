import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { removeUnseenSupply } from '../../../src/market/serving/unseen-supply.service';
import { hourMs, secondMs } from '../../../src/time';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { noon, type Verifier } from '../../support/verifier';

interface StoredPlacement {
  readonly _id: string;
  readonly siteId: string;
  readonly name: string;
  readonly foundAt?: Date;
  readonly removeAt?: Date;
  readonly updatedAt: Date;
}

let verifier: Verifier;
beforeAll(async () => {
  verifier = await startVerifier();
});
beforeEach(() => placements().deleteMany({}));

const placements = () => verifier.db.collection<StoredPlacement>('placements');
const after = (hours: number, ms = 0) => new Date(noon.getTime() + hours * hourMs + ms);

/** Placements of as many sites. */
const find = (count: number) =>
  placements().insertMany(
    Array.from({ length: count }, () => ({
      ...{ _id: anId(), siteId: anId(), name: anId(), foundAt: noon, updatedAt: noon },
    })),
  );

/** @param lookMs for so long it is found out that nobody has viewed placements of a site */
function remove(at: Date, lookMs = 0): Promise<number> {
  const { ctx, clock } = verifier;
  clock.now = at;
  const { events } = ctx;
  const listSeenPlacements: typeof events.listSeenPlacements = (...asked) => {
    clock.now = new Date(clock.now.getTime() + lookMs);
    return events.listSeenPlacements(...asked);
  };
  const slow = { ...ctx, events: { ...events, listSeenPlacements } };
  return removeUnseenSupply(slow, new AbortController().signal);
}

describe('a placement that a find made and nobody has viewed', () => {
  it('is forgotten after 48 hours, and gone 2 hours later, neither a moment before', async () => {
    await find(1);
    await remove(after(48, -1));
    expect(await placements().findOne({})).toMatchObject({ foundAt: noon, updatedAt: noon });
    await remove(after(48));
    const marked = await placements().findOne({});
    expect(marked).toMatchObject({ removeAt: after(50), updatedAt: after(48) });
    expect(marked).not.toHaveProperty('foundAt');
    expect(await remove(after(50, -1))).toBe(0);
    expect(await remove(after(50))).toBe(1);
    expect(await placements().countDocuments()).toBe(0);
  });

  it('is forgotten by gateways that look back for 10 seconds, though many take longer', async () => {
    await find(3);
    await remove(after(48), 6 * secondMs);
    const { now } = verifier.clock;
    for (const { updatedAt, removeAt } of await placements().find({}).toArray())
      expect([updatedAt, removeAt]).toEqual([now, new Date(now.getTime() + 2 * hourMs)]);
  });
});
