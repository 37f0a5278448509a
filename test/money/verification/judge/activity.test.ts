import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../../src/market/events/event';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { anId } from '../../../support/events';
import { again } from '../past-visits';
import { startVerifier } from '../../../support/verification';
import { type Market, noon, type Verifier } from '../../../support/verifier';

let one: Verifier;
let market: Market;
beforeAll(async () => {
  one = await startVerifier({
    env: { ADGATE_MAX_ANONYMOUS_CASES: '4', ADGATE_MAX_PAIR_CASES: '7' },
  });
});

/** Views of a batch, and what became of them. */
async function view(count: number, change: Partial<AdEvent>) {
  const events = await one.store(market, ...Array.from({ length: count }, () => change));
  await verifyAllDue(one.ctx);
  return { events, reasons: await one.reasonsOf(events) };
}

async function click(views: readonly AdEvent[]) {
  const clicks = await one.store(
    market,
    ...views.map(({ offerId, caseId, remoteAddress, trackingId }) => ({
      ...{ kind: 'click' as const, offerId, caseId, remoteAddress, trackingId },
    })),
  );
  await verifyAllDue(one.ctx);
  return one.reasonsOf(clicks);
}

const accepted = (count: number) => Array.from({ length: count }, () => 'accepted');

describe('the activity of an hour, over several batches', () => {
  beforeAll(async () => {
    market = await one.addMarket({ campaign: { hourlyBudget: 10n ** 15n } });
    one.clock.now = noon;
  });

  it('takes a network and a browser for a visitor without a cookie', async () => {
    const nobody = { trackingId: null, remoteAddress: '198.51.1.0' };
    expect((await view(3, nobody)).reasons).toEqual(accepted(3));
    expect((await view(2, nobody)).reasons.toSorted()).toEqual(['accepted', 'visitor_limit']);
    const other = {
      ...nobody,
      userAgent: 'Mozilla/5.0 (X11; rv:141.0) Gecko/20100101 Firefox/141.0',
    };
    expect((await view(1, other)).reasons).toEqual(accepted(1));
    expect((await view(1, { ...nobody, remoteAddress: '198.51.2.0' })).reasons).toEqual(
      accepted(1),
    );
    expect((await view(1, { ...nobody, trackingId: anId() })).reasons).toEqual(accepted(1));
  });

  it('counts a network by the publisher whose sites it visits, too', async () => {
    const network = { remoteAddress: '198.51.3.0' };
    const seen = (change: Partial<AdEvent> = {}) =>
      view(1, { ...network, trackingId: anId(), ...change });
    for (let at = 0; at < 7; at += 1) expect((await seen()).reasons).toEqual(accepted(1));
    expect((await seen()).reasons).toEqual(['pair_limit']);
    const other = await one.addMarket();
    const elsewhere = { publisherId: other.publisherId, siteId: other.siteId };
    expect((await seen(elsewhere)).reasons).toEqual(accepted(1));
  });

  it('lets 5 clicks of a network pass, and 3 of a visitor, but not one on every view', async () => {
    const network = { remoteAddress: '198.51.4.0' };
    const views: AdEvent[] = [];
    for (let at = 0; at < 7; at += 1)
      views.push(...(await view(1, { ...network, trackingId: anId() })).events);
    expect(await click(views.slice(0, 4))).toEqual(accepted(4));
    expect(await click(views.slice(4, 5))).toEqual(accepted(1));
    expect(await click(views.slice(5))).toEqual(['network_click_rate', 'network_click_rate']);
    const visitor = { remoteAddress: '198.51.5.0', trackingId: anId() };
    const ofOne = (await view(4, visitor)).events;
    expect(await click(ofOne.slice(0, 3))).toEqual(accepted(3));
    expect(await click(ofOne.slice(3))).toEqual(['visitor_click_rate']);
    // Nor are his views paid for, until there are enough of them.
    const refused = (count: number) => Array.from({ length: count }, () => 'visitor_click_rate');
    const viewFrom = async (remoteAddress: string) =>
      (await view(6, { ...visitor, remoteAddress })).reasons.toSorted();
    expect(await viewFrom('198.51.6.0')).toEqual(refused(6));
    expect(await viewFrom('198.51.7.0')).toEqual(['accepted', ...refused(5)]);
    expect((await view(1, { ...visitor, trackingId: anId() })).reasons).toEqual(accepted(1));
    expect(await again(one)).toMatchObject({ changes: [], pending: 0, undecided: 0 });
  });

  it('pays no view of a network whose ads of a publisher are clicked on and on', async () => {
    const person = () => ({ remoteAddress: '198.51.8.0', trackingId: anId() });
    const views: AdEvent[] = [];
    for (let at = 0; at < 6; at += 1) views.push(...(await view(1, person())).events);
    expect((await click(views)).toSorted()).toEqual([...accepted(5), 'network_click_rate']);
    expect((await view(1, person())).reasons).toEqual(['pair_click_rate']);
    const { publisherId, siteId } = await one.addMarket();
    const elsewhere = { publisherId, siteId };
    expect((await view(1, { ...person(), ...elsewhere })).reasons).toEqual(accepted(1));
    expect(await again(one)).toMatchObject({ changes: [], pending: 0, undecided: 0 });
  });

  it('keeps one tally for a network, whatever it counts', async () => {
    const tallies = one.db.collection<{ _id: string }>('caseTallies');
    const [tally, ...others] = await tallies.find({ _id: /:network:198\.51\.4\.0$/ }).toArray();
    expect(others).toEqual([]);
    expect(tally).toMatchObject({
      ...{ cases: 7, clicks: 7, of: { [market.publisherId]: { cases: 7, clicks: 7 } } },
    });
  });
});
