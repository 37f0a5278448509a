import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { type AdEvent, partitionOf, partitions } from '../../../src/market/events/event';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { verifyPartition } from '../../../src/money/verification/judge/verify.service';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../support/verifier';

const viewsOfEach = 4;

let one: Verifier;
let other: Verifier;
beforeAll(async () => {
  const env = { ADGATE_MAX_NETWORK_CASES: String(viewsOfEach) };
  one = await startVerifier({ env });
  other = await startVerifier({ env, uri: one.uri });
  other.clock.now = noon;
});

/** Lets those who call it go on once so many have called it; who calls it later is not held up. */
function barrierOf(count: number): () => Promise<unknown> {
  const gate = Promise.withResolvers<null>();
  let left = count;
  return () => {
    left -= 1;
    if (left <= 0) gate.resolve(null);
    return gate.promise;
  };
}

/** Calls a function when a batch has read all that it is judged by, and before the batch writes. */
const beforeWriting = (ctx: ServiceContext, meet: () => Promise<unknown>): ServiceContext => ({
  ...ctx,
  verification: {
    ...ctx.verification,
    saveVerdicts: async (...params) => {
      await meet();
      await ctx.verification.saveVerdicts(...params);
    },
  },
});

/**
 * Stores views of two markets and judges them in two partitions, each by what was there before the other one wrote.
 *
 * @returns the reasons of all views, in alphabetical order, and how often a batch was judged
 */
async function race(
  markets: readonly [Market, Market],
  view: Partial<AdEvent>,
  ofSecondOnly: Partial<AdEvent> = {},
) {
  const [first, second] = markets;
  one.clock.now = noon;
  const views = (change: Partial<AdEvent>) =>
    Array.from({ length: viewsOfEach }, () => ({ ...view, trackingId: anId(), ...change }));
  const ofFirst = await one.store(first, ...views({}));
  const ofSecond = await one.store(second, ...views(ofSecondOnly));
  const partition = partitionOf(first.advertiserId);
  const next = (partition + 1) % partitions.length;
  await one.db
    .collection('events')
    .updateMany({ campaignId: second.campaignId }, { $set: { partition: next } });
  let batches = 0;
  const barrier = barrierOf(2);
  const meet = () => {
    batches += 1;
    return barrier();
  };
  await Promise.all([
    verifyPartition(beforeWriting(one.ctx, meet), partition),
    verifyPartition(beforeWriting(other.ctx, meet), next),
  ]);
  const reasons = await one.reasonsOf([...ofFirst, ...ofSecond]);
  return { reasons: reasons.toSorted(), batches };
}

const times = (reason: string) => Array.from({ length: viewsOfEach }, () => reason);

describe('two partitions that judge one advertiser at once', () => {
  const twoMarkets = async (creditLimit: bigint | null) => {
    one.clock.now = eleven;
    const market = await one.addMarket({ creditLimit });
    const { advertiserId } = market;
    return [market, await one.addMarket({ advertiserId, creditLimit })] as const;
  };

  it('spend its last coins once', async () => {
    // A view costs half a coin.
    const creditLimit = BigInt(viewsOfEach) * 50_000_000_000n;
    const markets = await twoMarkets(creditLimit);
    // Offers of two hours share no tally and no money that is set aside: the funds alone make one of the two judge again.
    const offeredAt = minutesAfter(noon, -10);
    const { reasons, batches } = await race(markets, { remoteAddress: null }, { offeredAt });
    expect(reasons).toEqual([...times('accepted'), ...times('no_funds')]);
    expect(batches).toBeGreaterThan(2);
    const book = `funds:${markets[0].advertiserId}` as const;
    expect((await one.ctx.books.balancesOf([book])).get(book)).toBe(-creditLimit);
    expect((await checkBooks(one.ctx)).flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });

  it('pay for no more views of a network than one would', async () => {
    // Free views change no book and no money that is set aside: the tally alone makes one of the two judge again.
    const view = { remoteAddress: '198.51.100.0', price: usd(0) };
    const { reasons, batches } = await race(await twoMarkets(null), view);
    expect(reasons).toEqual([...times('accepted'), ...times('network_limit')]);
    expect(batches).toBeGreaterThan(2);
  });
});
