import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AdEvent, partitionOf } from '../../../src/market/events/event';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { verifyEventBatch } from '../../../src/money/verification/judge/verify-events.service';
import { hourOf } from '../../../src/hour';
import { listPeerFigures } from '../../../src/peers/directory/peer.service';
import { runCommand } from '../../support/command-line';
import { anId } from '../../support/events';
import { failingAt } from '../../support/failing-stores';
import { startVerifier } from '../../support/verification';
import { eleven, minutesAfter, type Verifier } from '../../support/verifier';
import { addForeignMarket, addPeer, type ForeignMarket } from './foreign-market';

const address = '0001-00000004-DBEB';

let verifier: Verifier;
let market: ForeignMarket;
beforeEach(async () => {
  verifier = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
  await addPeer(verifier, address);
  market = await addForeignMarket(verifier, address);
  verifier.clock.now = minutesAfter(eleven, 20);
});

const judge = () => verifyEventBatch(verifier.ctx, partitionOf(market.advertiserId));
const creditOf = async () => (await verifier.ctx.peerCredits.list([address])).get(address);
const peerOf = async () => (await verifier.ctx.peers.find(address))!;
const countHour = () =>
  verifier.ctx.peerCredits.countViews(address, { from: eleven, before: minutesAfter(eleven, 60) });
const view = (change: Partial<AdEvent> = {}) => ({ price: 0n, exp: 1_800, ...change });
/** Views that were accepted before. */
const trust = (views: number) =>
  verifier.ctx.inTransaction(async (session) => {
    const hour = hourOf(verifier.clock.now);
    await verifier.ctx.peerCredits.add(address, [{ peer: address, hour, views }], session);
  });

/** An operator's webhook for what servers owe. */
async function listen(): Promise<void> {
  const accountId = anId();
  await verifier.ctx.accounts.insert({
    ...{ id: accountId, email: 'operator@test.example', roles: ['operator'] },
    ...{ isEmailConfirmed: true, passwordHash: null, payoutAddress: null },
  });
  await createWebhook(verifier.ctx, {
    ...{ accountId, campaignId: null, url: 'https://hooks.example/' },
    kinds: ['peer.unpaid'],
  });
}

describe('views of another server’s creatives', () => {
  it('are counted with their verdicts, accepted ones alone, and no clicks', async () => {
    const offerId = anId();
    const caseId = anId();
    const events = await verifier.store(
      market,
      view({ offerId, caseId }),
      view({ kind: 'click', offerId, caseId }),
      view({ invalidTraffic: 'bot' }),
      view(),
    );
    await judge();
    expect(await verifier.reasonsOf(events)).toEqual(['accepted', 'accepted', 'bot', 'accepted']);
    expect(await creditOf()).toEqual({ views: 2, received: 0n, firstPaidAt: null, paidTo: null });
    expect(await countHour()).toBe(2);
    const hour = { from: eleven, to: eleven };
    const ofCampaigns = await verifier.ctx.peerPaidHours.sumByCampaign(address, hour);
    expect([...ofCampaigns]).toEqual([[market.campaignId, { views: 2, paid: 0n }]]);
    const figures = await listPeerFigures(verifier.ctx, [address]);
    expect(figures.get(address)).toMatchObject({ viewsHere: 2n, received: 0n });
    const { json } = await runCommand(verifier.uri, ['event', 'show', events[0]!.id]);
    expect(json).toMatchObject({ demandServer: address, status: 'accepted' });
    expect(json.peerPayment).toMatch(/^(?:awaiting|unpaid)$/);
  });

  it('are counted once where the batch fails at any write', async () => {
    await trust(4_999);
    await verifier.store(market, view(), view());
    const partition = partitionOf(market.advertiserId);
    let kills = 0;
    for (const isAfter of [false, true])
      for (let nth = 1; ; nth += 1) {
        const broken = failingAt(
          verifier.ctx,
          ['peerCredits', 'peerPaidHours', 'peers', 'notices'],
          {
            nth,
            isAfter,
          },
        );
        if ((await verifyEventBatch(broken.ctx, partition).catch(() => null)) !== null) break;
        kills += 1;
        expect(await creditOf()).toMatchObject({ views: 4_999 });
      }
    expect(kills).toBeGreaterThan(2);
    expect(await creditOf()).toMatchObject({ views: 5_001 });
    expect(await peerOf()).toMatchObject({ awaitsPayment: true });
  });
});

describe('a server that has never paid', () => {
  it('has 5,000 views, then its campaigns leave selection, which is no stop and is told once', async () => {
    await listen();
    await trust(4_998);
    await verifier.store(market, view());
    await judge();
    expect(await peerOf()).toMatchObject({ state: 'allowed', awaitsPayment: false });
    await verifier.store(market, view());
    await judge();
    const { states, ...peer } = await peerOf();
    expect(peer).toMatchObject({ state: 'allowed', stopReason: null, awaitsPayment: true });
    expect(states.map(({ awaitsPayment }) => awaitsPayment)).toEqual([false, true]);
    await verifier.store(market, view());
    await judge();
    expect((await peerOf()).states).toHaveLength(2);
    const told = await verifier.ctx.noticeOutbox.listOldest(10);
    expect(told.map(({ kind, items }) => [kind, items.map(({ data }) => data)])).toEqual([
      ['peer.unpaid', [{ address, name: 'AdServer', views: 5_000 }]],
    ]);
    await verifier.ctx.peerDirectory.load();
    expect(verifier.ctx.peerDirectory.listShown()).toEqual([]);
    expect(verifier.ctx.peerDirectory.isOpen(address, 'theirsHere')).toBe(true);
  });
});
