import { beforeAll, describe, expect, it } from '@jest/globals';
import { maxAmount } from '../../../src/amount';
import type { AdEvent } from '../../../src/market/events/event';
import { fundsOf } from '../../../src/money/books/book';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { mostOwed } from '../../../src/money/pockets/pockets';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { startVerifier } from '../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../support/verifier';

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier({ rate: usd(100) });
});

const addMarket = (advertiserId?: string) => {
  one.clock.now = eleven;
  return one.addMarket({
    ...(advertiserId !== undefined && { advertiserId }),
    campaign: { hourlyBudget: maxAmount },
  });
};
/** A view, and a click on it. */
async function click(market: Market, price: bigint): Promise<AdEvent> {
  const [view] = await one.store(market, { price: 0n });
  const { caseId, offerId } = view!;
  const [clicked] = await one.store(market, { kind: 'click', caseId, offerId, price });
  return clicked!;
}

describe('prices near the greatest amount', () => {
  it('make no money of nothing, where two campaigns are charged at once', async () => {
    const market = await addMarket();
    const other = await addMarket(market.advertiserId);
    one.clock.now = noon;
    const price = (maxAmount / 4n) * 3n;
    const clicks = [await click(market, price), await click(other, price)];
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf(clicks)).toEqual(['no_funds', 'no_funds']);
    const funds = fundsOf(market.advertiserId);
    expect((await one.ctx.books.balancesOf([funds])).get(funds)).toBe(0n);
    expect((await checkBooks(one.ctx)).filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('are charged to unlimited credit as far as books can hold it', async () => {
    const market = await addMarket();
    one.clock.now = noon;
    const all = await click(market, mostOwed);
    one.clock.now = minutesAfter(noon, 1);
    const clicks = [all, await click(market, 1n)];
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf(clicks)).toEqual(['accepted', 'no_funds']);
  });

  it('do not keep later events from their verdicts, where they are rejected', async () => {
    const market = await addMarket();
    for (const minutes of [0, 0.1, 0.2]) {
      one.clock.now = minutesAfter(noon, minutes);
      const dear = [await click(market, maxAmount), await click(market, maxAmount)];
      await verifyAllDue(one.ctx);
      expect(await one.reasonsOf(dear)).toEqual(['no_funds', 'no_funds']);
    }
    const views = await one.store(market, {});
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf(views)).toEqual(['accepted']);
  });
});
