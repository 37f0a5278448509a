import { afterEach, describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { pausePeers, resumePeers } from '../../../../src/peers/directory/peer-word.service';
import type { LedgerClient } from '../../../../src/platform/ledger/ledger-client';
import { LedgerFailure } from '../../../../src/platform/ledger/ledger-failure';
import { addressOfUser } from '../ledger-world';
import { addEarners, assertPaidOnce, earnAll, settleToTheEnd } from '../earners';
import {
  dyingContext,
  type PayingWorld,
  startPayingWorld,
  type WorldOptions,
} from '../paying-world';

const publicUrl = 'https://Exchange.example';
const infoUrl = 'https://exchange.example/info.json';
const hour = 3_600;

let world: PayingWorld;
afterEach(() => world.close());

const start = async (options: WorldOptions = {}) => {
  world = await startPayingWorld({ publicUrl, ...options });
};
const texts = () => world.ledger.broadcasts().map(({ text }) => text);
/** Turns and blocks for a while, as a gateway takes them, but fewer. */
async function live(hours: number, stepSeconds = hour / 2): Promise<void> {
  for (let seconds = 0; seconds < hours * hour; seconds += stepSeconds) {
    world.ledger.passTime(stepSeconds);
    await world.settle();
  }
}
async function problems(): Promise<readonly string[]> {
  world.ledger.passTime(1);
  const found = await checkBooks(world.ctx);
  // No event stands behind these earnings.
  return found.flatMap(({ name, problem }) => (name === 'charges' ? [] : (problem ?? [])));
}

describe('where this server is', () => {
  it('is told at once, then once in 12 hours, in lower case, and its fee is in the books', async () => {
    await start();
    await settleToTheEnd(world, 3);
    expect(texts()).toEqual([infoUrl]);
    await live(23);
    const times = world.ledger.broadcasts().map(({ time }) => time);
    expect(times).toHaveLength(2);
    for (const [at, time] of times.slice(1).entries()) {
      expect(time - times[at]!).toBeGreaterThanOrEqual(12 * hour);
      expect(time - times[at]!).toBeLessThan(13 * hour);
    }
    await settleToTheEnd(world, 3);
    const fee = 10_000n + 1_000n * BigInt(infoUrl.length - 32);
    const books = await world.ctx.books.balancesOf(['fees:network', 'outside:network']);
    expect(books).toEqual(
      new Map([
        ['fees:network', -2n * fee],
        ['outside:network', 2n * fee],
      ]),
    );
    expect(await problems()).toEqual([]);
  });

  it.each<[string, WorldOptions]>([
    ['where it has to do with nobody', { env: { ADGATE_PEERS: 'off' } }],
    ['where others cannot call its URL', { publicUrl: 'http://exchange.example' }],
    ['where its URL is a name of a network of its own', { publicUrl: 'https://exchange' }],
  ])('is not told %s', async (_case, options) => {
    await start(options);
    await settleToTheEnd(world, 2);
    expect(texts()).toEqual([]);
  });

  it('is not told while all peers are paused, nor is what was prepared until then', async () => {
    await start();
    await pausePeers(world.ctx);
    await settleToTheEnd(world, 2);
    await resumePeers(world.ctx);
    world.ledger.mishaps.push('cut-before');
    await world.settle();
    expect(await world.ctx.paymentBatches.listOpen()).toMatchObject([{ kind: 'broadcast' }]);
    await pausePeers(world.ctx);
    await settleToTheEnd(world, 2);
    expect(texts()).toEqual([]);
    await resumePeers(world.ctx);
    await live(1);
    expect(texts()).toEqual([infoUrl]);
  });

  it('is told while payments are paused', async () => {
    await start();
    await world.ctx.settlements.set({
      pausedReason: 'an operator looks',
      pausedAt: world.ctx.now(),
    });
    await settleToTheEnd(world, 2);
    expect(texts()).toEqual([infoUrl]);
  });

  it('is told no oftener by clocks that jump, or of several gateways', async () => {
    await start();
    await settleToTheEnd(world, 3);
    const skews = [86_400, -86_400, 5 * hour, -5 * hour, 0];
    for (let turn = 0; turn < 40; turn += 1) {
      world.ledger.passTime(hour / 2);
      const skewMs = skews[turn % skews.length]! * 1000;
      const now = () => new Date(world.ledger.clock.seconds * 1000 + skewMs);
      await world.settle({ ...world.ctx, now });
    }
    expect(texts()).toEqual([infoUrl, infoUrl]);
    const [first, second] = world.ledger.broadcasts();
    expect(second!.time - first!.time).toBeGreaterThanOrEqual(12 * hour);
  });

  it('is told anew where the block that had it was replaced', async () => {
    await start();
    await settleToTheEnd(world, 3);
    world.ledger.passTime(60);
    const ledger: LedgerClient = {
      ...world.ctx.ledger!,
      lookUp: () => Promise.resolve({ state: 'open' }),
    };
    await world.settle({ ...world.ctx, ledger });
    expect(await world.ctx.paymentBatches.listOpen()).toMatchObject([{ state: 'sent' }]);
    expect((await world.ctx.settlements.get()).replacedPayments?.text).toMatch(
      /sent again: 0, and other transactions: 1, the first by message id 1 /,
    );
    expect((await world.ctx.books.balancesOf(['outside:network'])).get('outside:network')).toBe(0n);
    world.ledger.passTime(60);
    await settleToTheEnd(world, 2);
    expect(texts()).toEqual([infoUrl]);
    expect(await world.ctx.paymentBatches.listOpen()).toEqual([]);
    expect(await problems()).toEqual([]);
  });
});

describe('a settler that is killed', () => {
  // The simulation kills it at the others: half a day of blocks takes time.
  it('at every fifth step of a turn tells it once in 12 hours, and so do three at once', async () => {
    await start();
    let killed = 0;
    for (let step = 1, died = true; died; step += 5) {
      world.ledger.passTime(13 * hour);
      const dying = dyingContext(world.ctx, step);
      await world.settle(dying.ctx).catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'killed by the test') throw error;
      });
      died = dying.steps() >= step;
      killed += died ? 1 : 0;
      // One that was killed while it decided on the last one tells it with the next turn.
      await settleToTheEnd(world, 3);
      expect([step, texts().length]).toEqual([step, (step + 4) / 5]);
    }
    expect(killed).toBeGreaterThan(5);
    world.ledger.passTime(13 * hour);
    await Promise.allSettled([world.settle(), world.settle(), world.settle()]);
    await settleToTheEnd(world, 2);
    expect(texts()).toHaveLength(killed + 2);
    expect(await problems()).toEqual([]);
  });
});

describe('a broadcast that the ledger refuses', () => {
  const refusing = (): PayingWorld['ctx'] => {
    const ledger = world.ctx.ledger!;
    const refusal = new LedgerFailure('refused', 'send_again: odd time', { ledgerCode: 21 });
    return {
      ...world.ctx,
      ledger: {
        ...ledger,
        sendAgain: (signed) =>
          signed.data.startsWith('03') ? Promise.reject(refusal) : ledger.sendAgain(signed),
      },
    };
  };

  it('keeps no payment waiting, is tried every ten minutes, and is told once it can be', async () => {
    await start();
    const earners = await addEarners(world, [2, 3]);
    await earnAll(world, earners, 2n);
    await world.settle(refusing());
    const open = await world.ctx.paymentBatches.listOpen();
    expect(open.map(({ kind, isAbandoned }) => [kind, isAbandoned]).sort()).toEqual([
      ['broadcast', true],
      ['transfer', false],
    ]);
    expect(open[0]!.position).toEqual(open[1]!.position);
    expect(world.ledger.paid().size).toBe(2);
    for (let turn = 0; turn < 4; turn += 1) {
      world.ledger.closeBlock();
      await world.settle(refusing());
    }
    expect(await world.statesOf()).toEqual(['confirmed', 'confirmed']);
    // Its place is taken. Another one is signed for the next place, and waits there.
    for (let turn = 0; turn < 20; turn += 1) {
      world.ledger.passTime(600);
      await world.settle(refusing());
    }
    expect((await world.ctx.paymentBatches.listOpen()).map(({ kind }) => kind)).toEqual([
      'broadcast',
    ]);
    expect(texts()).toEqual([]);
    world.ledger.passTime(600);
    await settleToTheEnd(world);
    expect(texts()).toEqual([infoUrl]);
    await assertPaidOnce(world, earners);
    expect(await problems()).toEqual([]);
  });

  it('is signed anew where a clock that was ahead has signed it', async () => {
    await start();
    const ledger = world.ctx.ledger!;
    await world.settle({
      ...refusing(),
      ledger: {
        ...refusing().ledger!,
        async prepareBroadcast(...order) {
          world.ledger.clock.seconds += 86_400;
          const prepared = await ledger.prepareBroadcast(...order);
          world.ledger.clock.seconds -= 86_400;
          return prepared;
        },
      },
    });
    world.ledger.passTime(601);
    await settleToTheEnd(world, 3);
    expect(texts()).toEqual([infoUrl]);
    const told = world.ledger.broadcasts()[0]!;
    expect(told.time).toBeLessThanOrEqual(world.ledger.clock.seconds);
  });

  it('is none while the account has too little, and payments are made all the same', async () => {
    await start({ funds: 0n });
    await settleToTheEnd(world, 2);
    expect(await world.ctx.paymentBatches.listOpen()).toEqual([]);
    await world.ledger.callAs(9, 'send_one', { address: addressOfUser(1), amount: '5' });
    await settleToTheEnd(world, 2);
    expect(texts()).toEqual([infoUrl]);
  });
});
