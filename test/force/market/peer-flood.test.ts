import { expect, it } from '@jest/globals';
import type { AdEvent } from '../../../src/market/events/event';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { startVerifier } from '../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  usd,
  type Verifier,
} from '../../support/verifier';

/** Events of one network in the name of an allowed server; a soak run has a million. */
const flood = Number(process.env['SOAK_PEER_EVENTS'] ?? 3_000);
const storedAtOnce = 1_000;
const victim = '0001-00000005-CBCA';
const other = '0001-00000004-DBEB';
/** A view for 1 cent costs half a coin. */
const halfCoin = 5n * 10n ** 10n;

/** @param views a day, at most */
async function addPeer({ ctx }: Verifier, address: string, views: bigint): Promise<string> {
  const dailyLimit = views * halfCoin;
  const url = `https://${address}.example`.toLowerCase();
  const { info, ...peer } = aPeer({ address });
  const hosts = { serverUrl: url, panelUrl: url, inventoryUrl: `${url}/list` };
  await ctx.inTransaction((session) =>
    ctx.peers.insert({ ...peer, info: { ...info, ...hosts } }, session),
  );
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false, dailyLimit });
  return ensurePeerAccount(ctx, address);
}

/** The campaign on a site of a server. */
async function siteOf({ ctx }: Verifier, market: Market, publisherId: string): Promise<Market> {
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  return { ...market, publisherId, siteId };
}

const aView = (address: string, remoteAddress: string): Partial<AdEvent> => ({
  ...{ exp: 1_800, price: usd(1), remoteAddress },
  peer: {
    ...{ address, cid: anId(), publisher: 'p', isShown: true, unmet: null, needsPage: false },
  },
});

it('pays a flood in the name of a server its day’s limit at most, and loses nobody else’s views', async () => {
  // Without limits of networks and visitors, nothing but that of the day is left.
  const any = '0';
  const one = await startVerifier({
    env: {
      ...{ ADGATE_PEERS: 'approve', ADGATE_MAX_VISITOR_CASES: any, ADGATE_MAX_NETWORK_CASES: any },
      ...{ ADGATE_MAX_PAIR_CASES: any, ADGATE_MAX_SITE_CASES: any },
      ADGATE_MAX_ANONYMOUS_CASES: any,
    },
  });
  const { ctx, clock, db } = one;
  clock.now = eleven;
  const market = await one.addMarket({ campaign: { hourlyBudget: usd(100_000_000) } });
  const ofVictim = await siteOf(one, market, await addPeer(one, victim, 100n));
  const ofOther = await siteOf(one, market, await addPeer(one, other, 1_000_000n));
  clock.now = minutesAfter(eleven, 20);
  const honest: AdEvent[] = [];
  for (let stored = 0; stored < flood; stored += storedAtOnce) {
    const count = Math.min(storedAtOnce, flood - stored);
    await one.store(ofVictim, ...Array.from({ length: count }, () => aView(victim, '203.0.113.0')));
    honest.push(
      ...(await one.store(ofOther, aView(other, '198.51.100.0'))),
      ...(await one.store(market, { exp: 1_800, remoteAddress: '192.0.2.0' })),
    );
    await verifyAllDue(ctx);
  }
  expect(new Set(await one.reasonsOf(honest))).toEqual(new Set(['accepted']));
  const paid = { publisherId: ofVictim.publisherId, 'verdict.status': 'accepted' };
  expect(await db.collection('events').countDocuments(paid)).toBe(100);
  const refused = { publisherId: ofVictim.publisherId, 'verdict.reason': 'peer_limit' };
  expect(await db.collection('events').countDocuments(refused)).toBe(flood - 100);
  expect((await ctx.peers.find(victim))?.state).toBe('allowed');
});
