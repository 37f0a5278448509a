import { expect, it } from '@jest/globals';
import type { AdEvent } from '../../../src/market/events/event';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { startVerifier } from '../../support/verification';
import { eleven, minutesAfter, usd } from '../../support/verifier';

const address = '0001-00000005-CBCA';

it('lists the prices of views on our own sites, newest first: those elsewhere go by these', async () => {
  const verifier = await startVerifier({
    env: { ADGATE_PEERS: 'approve' },
  });
  const { ctx, clock } = verifier;
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false });
  const market = await verifier.addMarket();
  const peer = { address, cid: anId(), publisher: 'p', isShown: true, unmet: null };
  const elsewhere: Partial<AdEvent> = {
    ...{ publisherId: await ensurePeerAccount(ctx, address), exp: 1_800, price: usd(3) },
    peer: { ...peer, needsPage: false },
  };
  clock.now = minutesAfter(eleven, 1);
  await verifier.store(market, { price: usd(1) }, elsewhere);
  clock.now = minutesAfter(eleven, 2);
  await verifier.store(market, { price: usd(2) });
  await verifyAllDue(ctx);
  const totals = await ctx.peerTotals.listByPeers([address]);
  expect(totals.get(address)).toMatchObject({ views: 1 });
  const list = (limit: number, mostRead: number) =>
    ctx.acceptedViews.listPrices(market.campaignId, { since: eleven, limit, mostRead });
  const both = [usd(2), usd(1)];
  expect(await list(10, 3)).toEqual({ prices: both, isCutOff: false });
  // Behind the newest events, which alone are looked at, there may be more views.
  expect(await list(10, 1)).toEqual({ prices: [usd(2)], isCutOff: true });
  expect(await list(1, 1)).toEqual({ prices: [usd(2)], isCutOff: false });
});
