import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { earningsOf } from '../../../src/money/books/book';
import { getStatementPart } from '../../../src/money/peer-receipts/receipt-word.service';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { anId } from '../../support/events';
import { lineOf, metaOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

const coin = 10n ** 11n;
let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

const boostOf = (campaignId: string, value: number) => ({ campaign_id: campaignId, value });
const metaWith = (events: number, boost: number) => ({
  ...metaOf(events),
  boost: { count: 1, sum: boost },
});
const ofOperator = ['fees:supply:5', 'peers:rest', 'clearing:peers'] as const;

/** Two views of one campaign, and one of another, of three publishers; values 100, 300 and 500. */
async function showThree() {
  const [one, other] = [await world.addCampaign(), await world.addCampaign()];
  const shown = await world.show(
    { campaignId: one.campaignId },
    { campaignId: one.campaignId },
    { campaignId: other.campaignId },
  );
  const values = [100, 300, 500];
  const lines = shown.map(({ caseId }, at) => lineOf(caseId, values[at]!));
  const books = shown.map(({ publisherId }) => earningsOf(publisherId));
  return { one, other, shown, lines, books };
}

describe('the boost of a campaign', () => {
  it('goes to the publishers of that campaign by the value of their cases, less the fee', async () => {
    const { one, other, shown, lines, books } = await showThree();
    Object.assign(world.details, {
      ...{ meta: metaWith(900, 2_003), lines },
      boosts: [boostOf(one.theirId.toUpperCase(), 1_003), boostOf(other.theirId, 1_000)],
    });
    await world.pay('1');
    await world.run();
    // Of 1,003 floor(1,003/4) and floor(3,009/4), of 1,000 all; 1% each.
    expect(await world.moved(...books, ...ofOperator)).toEqual([
      ...[99n + 248n, 297n + 745n, 495n + 990n],
      ...[9n + 2n + 7n + 10n, coin - 900n - 250n - 752n - 1_000n, 0n],
    ]);
    const [receipt] = await world.receipts();
    expect(receipt).toMatchObject({
      ...{ state: 'booked', told: { boosts: 2 } },
      booked: { credited: 2_902n, boost: 2_002n, amount: coin },
    });
    const statement = await getStatementPart(world.ctx, { id: receipt!.id, part: 1 });
    expect(statement.lines.map(({ boost, boostFee }) => [boost, boostFee])).toEqual([
      [250n, 2n],
      [752n, 7n],
      [1_000n, 10n],
    ]);
    const [model] = world.ctx.events.models;
    const event = await model!.findById(shown[0]!.id).lean<{ verdict: { revenue: bigint } }>();
    expect(event!.verdict.revenue).toBe(347n);
    expect(await world.problems()).toEqual([]);
  });

  it('that nobody has shown, or that is none, is the operator’s', async () => {
    const { one, other, lines, books } = await showThree();
    const boosts = [
      ...[boostOf(anId(), 50), boostOf('x', 1), boostOf(one.theirId, -5), null, 7],
      ...[{ campaign_id: one.theirId, value: '9' }, boostOf(other.theirId, 400)],
    ];
    const told = { meta: metaWith(400, 450), boosts, lines: lines.slice(0, 2) };
    Object.assign(world.details, told);
    await world.pay('1');
    await world.run();
    expect(await world.moved(...books, 'peers:rest')).toEqual([99n, 297n, 0n, coin - 400n]);
    expect(await world.problems()).toEqual([]);
  });

  it('is cut to what lines have left, in the order in which boosts were told', async () => {
    const { one, other, lines, books } = await showThree();
    const boosts = [boostOf(one.theirId, 80), boostOf(other.theirId, 500)];
    Object.assign(world.details, { meta: metaWith(900, 580), boosts, lines });
    await world.pay('0.00000001');
    await world.run();
    expect(await world.moved(...books, ...ofOperator)).toEqual([
      ...[99n + 20n, 297n + 60n, 495n + 20n, 9n, 0n, 0n],
    ]);
    expect(await world.problems()).toEqual([]);
  });

  it('is waited for a day, and lines no longer', async () => {
    const { lines, books } = await showThree();
    Object.assign(world.details, { meta: metaWith(900, 100), boosts: {}, lines });
    await world.pay('1');
    await world.run();
    expect(await world.stateOf()).toEqual(['received', 'its boosts are no list']);
    world.details.boosts = null;
    world.wait(3_600);
    await world.run();
    expect(await world.stateOf()).toEqual(['received', 'it answered 404']);
    expect(await world.moved(...books)).toEqual([0n, 0n, 0n]);
    world.wait(23 * 3_600);
    await world.run();
    expect(await world.stateOf()).toEqual(['booked', null]);
    expect(await world.moved(...books)).toEqual([99n, 297n, 495n]);
  });

  it('is taken back with its lines where the block was replaced, and booked once again', async () => {
    const { one, lines, books } = await showThree();
    const boosts = [boostOf(one.theirId, 400)];
    Object.assign(world.details, { meta: metaWith(900, 400), boosts, lines });
    const transactionId = await world.pay('1');
    await world.run();
    const all = [...books, ...ofOperator] as const;
    const booked = await world.moved(...all);
    expect(booked.slice(0, 3)).toEqual([99n + 99n, 297n + 297n, 495n]);
    const ledger: LedgerClient = {
      ...world.ctx.ledger!,
      lookUp: (asked) =>
        asked === transactionId
          ? Promise.resolve({ state: 'open' })
          : world.ctx.ledger!.lookUp(asked),
    };
    for (const _time of [1, 2]) {
      world.wait(61);
      await world.run({ ...world.ctx, ledger });
      expect(await world.moved(...all)).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
      expect(await world.problems({ ...world.ctx, ledger })).toEqual([]);
      world.wait(61);
      await world.run();
      expect(await world.moved(...all)).toEqual(booked);
      expect(await world.problems()).toEqual([]);
    }
  });
});
