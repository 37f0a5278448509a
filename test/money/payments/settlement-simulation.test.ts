import { expect, it } from '@jest/globals';
import {
  type MisbehaviourName,
  misbehaviourNames,
} from '../../../sidecar/dev-node/misbehaviour/index';
import type { ServiceContext } from '../../../src/api/context';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { bookChecks } from '../../../src/money/books/checks';
import { ChainBrokenError } from '../../../src/money/payments/chain/chain.service';
import type { PaymentBatch } from '../../../src/money/payments/payment';
import { settlePayments } from '../../../src/money/payments/settle.service';
import { TurnLostError } from '../../../src/money/payments/settlement.store';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { type Chance, createChance } from '../simulation/chance';
import { addDepositors, type Depositors } from './depositors';
import { createEarnedHours, type EarnedHours } from './earned-hours';
import { addEarners, assertPaidOnce, type Earner } from './earners';
import { addressOfUser, type Mishap } from './ledger-world';
import { dyingContext, type PayingWorld, startPayingWorld } from './paying-world';
import { createPaymentModel } from './payment-model';
import { settleUntilDone, textOfBatch } from './well-again';
import { createWords, type Words } from './words';
import { readSeed } from '../../support/seed';

/**
 * Settlement against whatever goes wrong, in an order that a seed tells: turns that die between any two lines, twice in
 * a row or beside each other; answers that are cut, lost, late or doubled; a node that refuses; clocks that jump and
 * differ; the key used elsewhere; hours that cannot become final; and a node that misbehaves in every way that the dev node
 * knows. Deposits and claims come in meanwhile, transfers are ordered, and other servers are told where this one is. Then nothing goes wrong any more, and within ten minutes all that was earned
 * has been paid once, and all that came in is booked once, by what the ledger has taken.
 *
 * `npm run soak` has 2,000 crashes. SETTLEMENT_SEED repeats a run.
 */
const wantedCrashes = Number(process.env.SOAK_SETTLEMENT_CRASHES ?? 40);
const seed = readSeed('SETTLEMENT_SEED');
/** Of one ledger, so that its log stays short. */
const crashesOfEpisode = 40;
const usersOfEarners = [2, 3, 4, 4711] as const;
const usersOfDepositors = [5, 6, 7] as const;
/** Logs of 16 lines are long; the time that lines are kept for is the real one: 97 days. */
const keptLogSeconds = 16_384 * 512;
const limits = {
  ...{ logBytes: 16 * 64, logStepBytes: 4 * 64, logAgeBlocks: keptLogSeconds / 8 },
  // One more than the depth that counts.
  replacedBlocks: 3,
};
/** A quarter of a block: after it the queue is published, and the block is open. */
const publishedSeconds = 2;
/** After so long the running hour is final, by clocks that differ by an hour. */
const longestHourSeconds = 3 * 60 * 60;
/** Of the ledger, and nobody of ours. */
const stranger = 9;

interface Run {
  readonly world: PayingWorld;
  readonly earners: readonly Earner[];
  readonly chance: Chance;
  readonly hours: EarnedHours;
  readonly depositors: Depositors;
  readonly words: Words;
  crashes: number;
  /** In which ways the node has misbehaved, each as often as it has. */
  readonly misdeeds: MisbehaviourName[];
}

/** Says that a turn may end with this error, through no fault of the test. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof ChainBrokenError ||
    error instanceof TurnLostError ||
    error instanceof LedgerFailure ||
    (error instanceof Error &&
      /killed by the test|have changed meanwhile|was ended meanwhile/.test(error.message))
  );
}

/** A turn of settlement. */
const turn = (run: Run) =>
  dyingTurn(run, (ctx, signal) => settlePayments(ctx, { fence: run.world.nextFence(), signal }));

/** A turn of reading deposits. */
const read = (run: Run) => dyingTurn(run, bookNewDeposits);

/** By a clock of its own; dies somewhere, or comes to its end. */
async function dyingTurn(
  run: Run,
  work: (ctx: ServiceContext, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { world, chance } = run;
  const dieAt = chance.happens(0.8) ? chance.between(1, 50) : Infinity;
  const skewMs = chance.happens(0.2) ? chance.between(-3_600_000, 3_600_000) : 0;
  const now = () => new Date(world.ctx.now().getTime() + skewMs);
  const dying = dyingContext({ ...world.ctx, now }, dieAt);
  const { signal } = new AbortController();
  await work(dying.ctx, signal).catch((error: unknown) => {
    if (!isExpected(error)) throw error;
  });
  if (dying.steps() >= dieAt) run.crashes += 1;
}

const mishaps: readonly Mishap[] = ['none', 'refuse', 'cut-answer', 'cut-before', 'double', 'late'];

function misbehave({ world, chance, misdeeds }: Run, names = misbehaviourNames): void {
  const name = chance.pick(names);
  if (world.ledger.misbehave(name)) misdeeds.push(name);
}

/** The node is killed with something in its queue and, maybe, in a message of the open block. */
function restartNode(run: Run): void {
  if (run.chance.happens(0.5)) run.world.ledger.passTime(run.chance.between(1, 4));
  misbehave(run, ['stale-ids', 'repacked-messages', 'repeated-lines']);
}

const earn = ({ hours, earners, chance }: Run) =>
  hours.earn(chance.shuffle(earners).slice(0, chance.between(1, 4)), 2n);

const strangerPays = ({ world, chance }: Run) =>
  world.ledger.callAs(stranger, 'send_one', {
    address: addressOfUser(chance.pick(usersOfEarners.slice(0, 3))),
    amount: '0.01',
  });

const acts: readonly ((run: Run) => unknown)[] = [
  earn,
  earn,
  ({ hours }) => hours.hold(),
  ({ hours }) => hours.letGo(),
  ({ world, chance }) => world.ledger.mishaps.push(chance.pick(mishaps), chance.pick(mishaps)),
  ({ world }) => world.ledger.closeBlock(),
  ({ world }) => world.ledger.deliverLate(),
  ({ world, chance }) =>
    world.ledger.passTime(chance.between(1, chance.happens(0.2) ? 800_000 : 4_000)),
  ({ world, chance }) => (world.ledger.mode.isReadOnly = chance.happens(0.3)),
  ({ world }) => world.ledger.call('send_one', { address: addressOfUser(stranger), amount: '0.1' }),
  (run) => misbehave(run),
  (run) => misbehave(run),
  restartNode,
  async (run) => {
    await turn(run);
    restartNode(run);
  },
  async (run) => {
    await run.depositors.deposit(run.chance);
    restartNode(run);
  },
  strangerPays,
  ({ words }) => words.order(),
  async (run) => {
    await strangerPays(run);
    run.world.ledger.passTime(2);
    await turn(run);
    misbehave(run, ['repacked-messages']);
    // Takes the number that was left over.
    await strangerPays(run);
  },
  async (run) => {
    await strangerPays(run);
    run.world.ledger.passTime(publishedSeconds);
    await turn(run);
    await strangerPays(run);
    misbehave(run, ['repacked-messages']);
    run.world.ledger.passTime(publishedSeconds);
    misbehave(run, ['others-numbers']);
  },
  async (run) => {
    await turn(run);
    run.world.ledger.closeBlock();
    await turn(run);
    await read(run);
    misbehave(run, ['replaced-blocks']);
  },
  ({ depositors, chance }) => depositors.deposit(chance),
  ({ depositors, chance }) => depositors.claim(chance),
  read,
  read,
  turn,
  turn,
  async (run) => {
    await turn(run);
    await turn(run);
  },
  (run) => Promise.all([turn(run), turn(run)]),
];

/** Batches that the ledger has not decided on. Bytes that were given up wait until others take their place in the chain. */
async function listOpen({ world }: Run): Promise<readonly PaymentBatch[]> {
  const messageId = (await world.ctx.ledger?.readOwnAccount())?.messageId ?? 0;
  const open = await world.ctx.paymentBatches.listOpen();
  return open.filter(({ isAbandoned, position }) => !isAbandoned || position.messageId < messageId);
}

/** From now on nothing goes wrong, and what was under way comes to its end in time. */
async function recover(run: Run): Promise<void> {
  const { world, hours, depositors, earners } = run;
  world.ledger.behave();
  await world.ledger.deliverLate();
  world.ledger.mishaps.length = 0;
  world.ledger.mode.isReadOnly = false;
  const before = new Set((await world.ctx.paymentBatches.listOpen()).map(({ id }) => id));
  const stuck = await settleUntilDone(world, async () => {
    const open = (await listOpen(run)).filter(({ id }) => before.has(id));
    return [...open.map(textOfBatch), ...(await depositors.listWaiting())];
  });
  expect(stuck).toEqual([]);
  await hours.letGo();
  await hours.earn(earners, 2n);
  world.ledger.passTime(longestHourSeconds);
  const left = await settleUntilDone(world, async () => {
    const payable = earners.filter(({ user }) => user !== 4711);
    const sums = await Promise.all(payable.map(({ accountId }) => world.earningsOf(accountId)));
    const earnings = sums.filter((sum) => sum > 0n).map((sum) => `earnings of ${sum}`);
    const waiting = await world.ctx.transferOrders.listWaiting(9);
    const orders = waiting.map(({ reason }) => `an order: ${reason}`);
    const open = (await world.ctx.paymentBatches.listOpen()).map(textOfBatch);
    return [...open, ...earnings, ...orders];
  });
  expect(left).toEqual([]);
}

async function assertAllIsRight({ world, earners, depositors, words }: Run): Promise<void> {
  await assertPaidOnce(world, earners);
  words.look();
  await words.assertSaid();
  await depositors.assertBookedOnce();
  for (const { state, reason } of await world.payments())
    if (state !== 'confirmed') expect([state, reason]).toEqual(['returned', expect.any(String)]);
  expect(await world.ctx.paymentBatches.listOpen()).toEqual([]);
  // An address that the ledger does not know keeps its earnings, with a reason.
  for (const { user, accountId, earned } of earners)
    expect([user, await world.earningsOf(accountId)]).toEqual([user, user === 4711 ? earned : 0n]);
  // No event stands behind these earnings.
  const checks = bookChecks.filter(({ name }) => name !== 'charges');
  world.ledger.passTime(1);
  for (const { name, problem } of await checkBooks(world.ctx, checks))
    expect([name, problem]).toEqual([name, null]);
}

/** The logs lose what is old, and everything goes on. */
async function outliveLogs(run: Run): Promise<void> {
  run.world.ledger.passTime(keptLogSeconds + 1);
  await run.depositors.deposit(run.chance);
  misbehave(run, ['shortened-logs']);
  await recover(run);
}

async function startRun(chance: Chance): Promise<Run> {
  const publicUrl = 'https://exchange.example';
  const world = await startPayingWorld({ funds: 100_000n, limits, publicUrl });
  const earners = await addEarners(world, usersOfEarners);
  const depositors = await addDepositors(world, usersOfDepositors);
  const hours = createEarnedHours(world, chance);
  const words = createWords(world);
  return { world, earners, depositors, words, chance, hours, crashes: 0, misdeeds: [] };
}

/** @returns how often a turn was killed, and the node misbehaved, and how long it was by the ledger's clock */
async function runEpisode(chance: Chance) {
  const run = await startRun(chance);
  const { world, hours, depositors, earners, words } = run;
  try {
    const startedAt = world.ctx.now().getTime();
    const model = createPaymentModel();
    const look = async () => {
      await model.look(world);
      await hours.look(earners);
      await depositors.look();
      words.look();
    };
    while (run.crashes < crashesOfEpisode && run.crashes < wantedCrashes) {
      await chance.pick(acts)(run);
      await look();
    }
    await recover(run);
    await look();
    await assertAllIsRight(run);
    const days = (world.ctx.now().getTime() - startedAt) / 86_400_000;
    await outliveLogs(run);
    await look();
    await assertAllIsRight(run);
    return { crashes: run.crashes, misdeeds: run.misdeeds, days };
  } finally {
    await world.close();
  }
}

it('pays everybody once, whatever went wrong before', async () => {
  console.log(`settlement with ${wantedCrashes} crashes, SETTLEMENT_SEED=${seed}`);
  let [crashes, days] = [0, 0];
  const misdeeds: MisbehaviourName[] = [];
  const isDrawn = () => days > 1 && new Set(misdeeds).size === misbehaviourNames.length;
  // Also until a long wait and each misdeed were drawn: one episode may lack some.
  for (let episode = 0; crashes < wantedCrashes || !isDrawn(); episode += 1) {
    const one = await runEpisode(createChance(seed + episode));
    crashes += one.crashes;
    misdeeds.push(...one.misdeeds);
    days += one.days;
  }
  const counts = [...Map.groupBy(misdeeds, (name) => name)];
  const told = counts.map(([name, { length }]) => `${name} ${length}`).join(', ');
  console.log(`${crashes} crashes in ${days.toFixed(0)} simulated days; the node: ${told}`);
  expect(crashes).toBeGreaterThanOrEqual(Math.max(1, wantedCrashes));
  expect(counts.map(([name]) => name).sort()).toEqual([...misbehaviourNames].sort());
  expect(days).toBeGreaterThan(1);
}, 1_800_000);
