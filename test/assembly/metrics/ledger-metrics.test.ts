import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMetrics, printFigures } from '../../../src/http/metrics';
import { watchLedger } from '../../../src/assembly/metrics/ledger-metrics';
import { type PayingWorld, startPayingWorld } from '../../money/payments/paying-world';

let world: PayingWorld;
beforeAll(async () => {
  world = await startPayingWorld({ funds: 1000n });
});
afterAll(() => world.close());

type LedgerContext = Parameters<typeof watchLedger>[1];

/** Reads figures of a context by name; undefined: it shows none. */
function watch(ctx: LedgerContext) {
  const metrics = createMetrics();
  watchLedger(metrics, ctx);
  return async (name: string): Promise<number | undefined> => {
    const [, value] =
      new RegExp(`^adgate_${name} (.+)$`, 'm').exec(await printFigures(await metrics.read())) ?? [];
    return value === undefined ? undefined : Number(value);
  };
}

it('shows that the wallet answers, and what is in the account', async () => {
  let isAway = false;
  let asked = 0;
  const ledger = {
    ...world.ctx.ledger!,
    readOwnAccount: () => {
      asked += 1;
      return isAway ? Promise.reject(new Error('away')) : world.ctx.ledger!.readOwnAccount();
    },
  };
  let now = new Date();
  const read = watch({ ...world.ctx, ledger, now: () => now });
  // On a slow machine the first look does not wait for the answer.
  while ((await read('ledger_up')) === undefined);
  expect([await read('ledger_up'), await read('ledger_balance_coins')]).toEqual([1, 1000]);
  expect(asked).toBe(1);

  isAway = true;
  expect(await read('ledger_up')).toBe(1);
  now = new Date(now.getTime() + 15_000);
  await read('ledger_up');
  expect([await read('ledger_up'), await read('ledger_balance_coins')]).toEqual([0, undefined]);
  expect(asked).toBe(2);
});

it('shows that payments are paused, and how long the ledger has not decided on one', async () => {
  const read = watch(world.ctx);
  expect([await read('settlement_stopped'), await read('payment_pending_seconds')]).toEqual([0, 0]);
  await world.earn(await world.addPublisher(2), 5n);
  await world.settle();
  world.ledger.clock.seconds += 100;
  expect(await read('payment_pending_seconds')).toBeGreaterThanOrEqual(100);
  await world.ctx.settlements.set({ pausedReason: 'a test', pausedAt: world.ctx.now() });
  expect(await read('settlement_stopped')).toBe(1);
});

it('shows for how long turns fail, and payments are undecided', async () => {
  const read = watch(world.ctx);
  const readBoth = async () => [
    await read('settlement_failing_seconds'),
    await read('payment_undecided_seconds'),
  ];
  expect(await readBoth()).toEqual([0, 0]);
  const since = world.ctx.now();
  await world.ctx.settlements.set({
    failure: { kind: 'other', text: 'as a test wants', since },
    undecided: { text: 'as a test wants', since },
  });
  world.ledger.clock.seconds += 60;
  expect(await readBoth()).toEqual([60, 60]);
  await world.ctx.settlements.set({ failure: null, undecided: null });
  expect(await readBoth()).toEqual([0, 0]);
});

it('shows the age of the last broadcast while broadcasts are to be sent', async () => {
  const broadcastAt = new Date(world.ctx.now().getTime() - 60_000);
  const ctx = {
    ...world.ctx,
    peerMode: 'approve',
    publicUrl: 'https://exchange.example',
    readLastBroadcast: () => Promise.resolve(broadcastAt),
  } as const;
  expect(await watch(ctx)('broadcast_age_seconds')).toBeGreaterThanOrEqual(60);
  expect(await watch({ ...ctx, peerMode: 'off' })('broadcast_age_seconds')).toBeUndefined();
  await world.ctx.peerSettings.setPaused(world.ctx.now());
  expect(await watch(ctx)('broadcast_age_seconds')).toBeUndefined();
});

it('shows nothing where the gateway pays nobody', async () => {
  const read = watch({ ...world.ctx, ledger: null });
  for (const name of [
    ...['ledger_up', 'ledger_balance_coins', 'settlement_stopped'],
    ...['settlement_failing_seconds', 'payment_undecided_seconds'],
  ])
    expect(await read(name)).toBeUndefined();
});
