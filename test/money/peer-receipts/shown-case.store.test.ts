import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../src/market/events/event';
import { anId } from '../../support/events';
import { addressOfUser } from '../payments/ledger-world';
import { address, type ReceiptWorld, startReceiptWorld, strangerUser } from './receipt-world';

let world: ReceiptWorld;
let caseId: string;
/** Before the oldest event of these tests. */
let since: Date;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => {
  caseId = `${anId().slice(0, 30)}00`;
  since = secondsAgo(7_200);
});
afterAll(() => world.close());

const secondsAgo = (seconds: number) => new Date(world.ctx.now().getTime() - seconds * 1_000);

/** Stores events of the case one after the other: that order is no reason for anything. */
async function store(...changes: readonly Partial<AdEvent>[]): Promise<readonly AdEvent[]> {
  const stored: AdEvent[] = [];
  for (const change of changes) stored.push(...(await world.show({ caseId, ...change })));
  return stored;
}

async function readShown(peer = address) {
  const { ctx } = world;
  const of = { caseIds: [caseId], since };
  const found = await ctx.inTransaction((session) => ctx.shownCases.listByCases(peer, of, session));
  return found.get(caseId);
}

const view = (seconds: number) => ({
  ...({ kind: 'impression', occurredAt: secondsAgo(seconds) } as const),
});
const click = (seconds: number) => ({
  ...({ kind: 'click', occurredAt: secondsAgo(seconds) } as const),
});

describe('the event that stands for a case', () => {
  it.each<[string, () => readonly Partial<AdEvent>[], number]>([
    ['its view, before its click', () => [view(900), click(800)], 0],
    ['its view, though its click was stored first', () => [click(800), view(900)], 1],
    ['its view, though the click came before it', () => [click(900), view(800)], 1],
    [
      'its view, though the click came before it and was stored later',
      () => [view(800), click(900)],
      0,
    ],
    ['the first of its views', () => [view(900), view(800)], 0],
    ['the first of its views, though it was stored last', () => [view(800), view(900)], 1],
    ['the first of its clicks, where it has no view', () => [click(800), click(900)], 1],
    [
      'the first of its views among clicks',
      () => [click(950), view(800), click(850), view(900)],
      3,
    ],
  ])('is %s', async (_what, changes, expected) => {
    const stored = await store(...changes());
    const { id, kind, publisherId, occurredAt } = stored[expected]!;
    expect(await readShown()).toMatchObject({ id, kind, publisherId, occurredAt, caseId });
  });

  it('is a click where other servers hear of no view of it', async () => {
    const [, told] = await store(
      { ...view(900), invalidTraffic: 'bot' },
      { ...click(800), invalidTraffic: 'bot' },
    );
    expect(await readShown()).toMatchObject({ id: told!.id, kind: 'click' });
  });

  it('is none of another server, and none of before the time that is asked for', async () => {
    await store(view(900));
    expect(await readShown(addressOfUser(strangerUser))).toBeUndefined();
    since = secondsAgo(900);
    expect(await readShown()).toBeDefined();
    since = secondsAgo(899);
    expect(await readShown()).toBeUndefined();
  });
});
