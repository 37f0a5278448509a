import { expect, it } from '@jest/globals';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { bookChecks } from '../../../src/money/books/checks';
import { ChainBrokenError } from '../../../src/money/payments/chain.service';
import type { PaymentState } from '../../../src/money/payments/payment';
import { settlePayments } from '../../../src/money/payments/settle.service';
import { TurnLostError } from '../../../src/money/payments/settlement.store';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { type Chance, createChance } from '../simulation/chance';
import { createEarnedHours, type EarnedHours } from './earned-hours';
import { addEarners, assertPaidOnce, type Earner, settleToTheEnd } from './earners';
import { addressOfUser, type Mishap } from './ledger-world';
import { dyingContext, type PayingWorld, startPayingWorld } from './paying-world';
import { readSeed } from '../../support/seed';

/**
 * Settlement against whatever goes wrong, in an order that a seed tells: turns that die between any two lines, twice in
 * a row or beside each other; answers that are cut, lost, late or doubled; a node that refuses; clocks that jump and
 * differ; the key used elsewhere; hours that cannot become final. Then nothing goes wrong any more, and within eight blocks all that was earned has been
 * paid once, by the ledger's own log.
 *
 * `npm run soak` has 2,000 crashes. SETTLEMENT_SEED repeats a run.
 */
const wantedCrashes = Number(process.env.SOAK_SETTLEMENT_CRASHES ?? 40);
const seed = readSeed('SETTLEMENT_SEED');
/** Of one ledger, so that its log stays short. */
const crashesOfEpisode = 40;
const usersOfEarners = [2, 3, 4, 4711] as const;
/** After so long the running hour is final, by clocks that differ by an hour. */
const longestHourSeconds = 3 * 60 * 60;
/** Of the ledger, and nobody of ours. */
const stranger = 9;

/** Where a payment may be next; whatever is read between two steps may have left some out. */
const successors: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  prepared: ['prepared', 'sent', 'confirmed', 'returned'],
  sent: ['sent', 'confirmed', 'returned'],
  confirmed: ['confirmed'],
  returned: ['returned'],
};

/** Holds each payment to the states that it may have, and to the amount and address that it was made with. */
function createModel() {
  const known = new Map<string, { state: PaymentState; made: string }>();
  return {
    async look(world: PayingWorld): Promise<void> {
      const seen = new Set<string>();
      for (const { id, state, address, amount, transactionId } of await world.payments()) {
        const made = `${address} ${amount}`;
        const before = known.get(id) ?? { state, made };
        expect([id, made]).toEqual([id, before.made]);
        expect([id, successors[before.state].includes(state)]).toEqual([id, true]);
        expect([id, transactionId !== null]).toEqual([id, state === 'confirmed']);
        known.set(id, { state, made });
        seen.add(id);
      }
      for (const id of known.keys()) expect([id, seen.has(id)]).toEqual([id, true]);
    },
  };
}

interface Run {
  readonly world: PayingWorld;
  readonly earners: readonly Earner[];
  readonly chance: Chance;
  readonly hours: EarnedHours;
  crashes: number;
}

/** What a turn may end with that is not the test's fault. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof ChainBrokenError ||
    error instanceof TurnLostError ||
    error instanceof LedgerFailure ||
    (error instanceof Error && /killed by the test|have changed meanwhile/.test(error.message))
  );
}

/** A turn by a clock of its own that dies somewhere, or comes to its end. */
async function turn(run: Run): Promise<void> {
  const { world, chance } = run;
  const dieAt = chance.happens(0.8) ? chance.between(1, 50) : Infinity;
  const skewMs = chance.happens(0.2) ? chance.between(-3_600_000, 3_600_000) : 0;
  const now = () => new Date(world.ctx.now().getTime() + skewMs);
  const dying = dyingContext({ ...world.ctx, now }, dieAt);
  const { signal } = new AbortController();
  await settlePayments(dying.ctx, { fence: world.nextFence(), signal }).catch((error: unknown) => {
    if (!isExpected(error)) throw error;
  });
  if (dying.steps() >= dieAt) run.crashes += 1;
}

const mishaps: readonly Mishap[] = ['none', 'refuse', 'cut-answer', 'cut-before', 'double', 'late'];

const acts: readonly ((run: Run) => unknown)[] = [
  ({ hours, earners, chance }) =>
    hours.earn(chance.shuffle(earners).slice(0, chance.between(1, 4)), 2n),
  ({ hours }) => hours.hold(),
  ({ hours }) => hours.letGo(),
  ({ world, chance }) => world.ledger.mishaps.push(chance.pick(mishaps), chance.pick(mishaps)),
  ({ world }) => world.ledger.closeBlock(),
  ({ world }) => world.ledger.deliverLate(),
  ({ world, chance }) =>
    world.ledger.passTime(chance.between(1, chance.happens(0.2) ? 800_000 : 4_000)),
  ({ world, chance }) => (world.ledger.mode.isReadOnly = chance.happens(0.3)),
  ({ world }) => world.ledger.call('send_one', { address: addressOfUser(stranger), amount: '0.1' }),
  turn,
  turn,
  async (run) => {
    await turn(run);
    await turn(run);
  },
  (run) => Promise.all([turn(run), turn(run)]),
];

/** @returns how often a turn was killed, and how long it was by the ledger's clock */
async function runEpisode(
  chance: Chance,
): Promise<{ readonly crashes: number; readonly days: number }> {
  const world = await startPayingWorld({ funds: 100_000n });
  try {
    const startedAt = world.ctx.now().getTime();
    const earners = await addEarners(world, usersOfEarners);
    const hours = createEarnedHours(world, chance);
    const run: Run = { world, earners, chance, hours, crashes: 0 };
    const model = createModel();
    while (run.crashes < crashesOfEpisode && run.crashes < wantedCrashes) {
      await chance.pick(acts)(run);
      await model.look(world);
      await hours.look(earners);
    }
    await world.ledger.deliverLate();
    world.ledger.mishaps.length = 0;
    world.ledger.mode.isReadOnly = false;
    await hours.letGo();
    world.ledger.passTime(longestHourSeconds);
    await settleToTheEnd(world, 8);
    await model.look(world);
    await hours.look(earners);
    await assertPaidOnce(world, earners);
    for (const { state, reason } of await world.payments())
      if (state !== 'confirmed') expect([state, reason]).toEqual(['returned', expect.any(String)]);
    expect(await world.ctx.paymentBatches.listOpen()).toEqual([]);
    // An address that the ledger does not know keeps its earnings, with a reason.
    for (const { user, accountId } of earners)
      expect([user, (await world.earningsOf(accountId)) > 0n]).toEqual([user, user === 4711]);
    // What was earned here names no events.
    const checks = bookChecks.filter(({ name }) => name !== 'charges');
    world.ledger.passTime(1);
    for (const { name, problem } of await checkBooks(world.ctx, checks))
      expect([name, problem]).toEqual([name, null]);
    const days = (world.ctx.now().getTime() - startedAt) / 86_400_000;
    return { crashes: run.crashes, days };
  } finally {
    await world.close();
  }
}

it('pays everybody once, whatever went wrong before', async () => {
  console.log(`settlement with ${wantedCrashes} crashes, SETTLEMENT_SEED=${seed}`);
  let [crashes, days] = [0, 0];
  // Also until a long wait was drawn: one episode may have none.
  for (let episode = 0; crashes < wantedCrashes || days <= 1; episode += 1) {
    const one = await runEpisode(createChance(seed + episode));
    crashes += one.crashes;
    days += one.days;
  }
  console.log(`${crashes} crashes in ${days.toFixed(0)} simulated days`);
  expect(crashes).toBeGreaterThanOrEqual(Math.max(1, wantedCrashes));
  expect(days).toBeGreaterThan(1);
}, 1_800_000);
