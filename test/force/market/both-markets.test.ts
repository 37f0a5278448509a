import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ensurePeerAccount } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { type Crew, startCrew } from '../../money/simulation/crew';
import { createChance } from '../../money/simulation/chance';
import { anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { readSeed } from '../../support/seed';
import { startVerifier } from '../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  usd,
  type Verifier,
} from '../../support/verifier';

/** Events of both markets for one campaign, verified by processes that work against each other; one is killed. */
const address = '0001-00000005-CBCA';
const seed = readSeed('BOTH_MARKETS_SEED');
const chance = createChance(seed);
const settings = {
  ...{ ADGATE_PEERS: 'approve', ADGATE_MAX_VISITOR_CASES: '0', ADGATE_MAX_NETWORK_CASES: '0' },
  ...{ ADGATE_MAX_PAIR_CASES: '0', ADGATE_MAX_SITE_CASES: '0', ADGATE_MAX_ANONYMOUS_CASES: '0' },
};
const budget = usd(100);
const rounds = 6;
/** Of each market, in a round: twice the budget in all. */
const viewsOfRound = 20;

let folder: string;
let one: Verifier;
let crew: Crew;
let ours: Market;
let theirs: Market;

beforeAll(async () => {
  console.log(`BOTH_MARKETS_SEED=${seed}`);
  folder = await mkdtemp(join(tmpdir(), 'adgate-both-markets-'));
  one = await startVerifier({ env: settings });
  const { ctx, clock, uri } = one;
  clock.now = eleven;
  ours = await one.addMarket({ campaign: { hourlyBudget: budget } });
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false, dailyLimit: 10n ** 15n });
  const [siteId, publisherId] = [anId(), await ensurePeerAccount(ctx, address)];
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  theirs = { ...ours, siteId, publisherId };
  const env = { ...settings, ADGATE_DATA_DIR: folder };
  crew = await startCrew({ size: 2, env, uri, faultProbability: 0.01, seed });
});
afterAll(async () => {
  await crew.close();
  await rm(folder, { recursive: true, force: true });
});

async function storeRound(): Promise<void> {
  for (let nth = 0; nth < viewsOfRound; nth += 1) {
    const told = { address, cid: anId(), publisher: 'p', isShown: true, unmet: null };
    const peer = { ...told, needsPage: false };
    await one.store(ours, { exp: 1_800 });
    await one.store(theirs, { exp: 1_800, peer });
  }
}

async function killSomebody(): Promise<void> {
  while (!crew.killOne(chance.between(0, 2))) await pause(chance.between(1, 10));
}

/** USD of what was accepted. */
async function acceptedOf({ siteId }: Market): Promise<bigint> {
  const found = await one.db
    .collection('events')
    .find({ siteId, 'verdict.status': 'accepted' })
    .toArray();
  return found.reduce(
    (sum, { verdict }) => sum + (verdict as { readonly price: bigint }).price,
    0n,
  );
}

it('uses up a budget by both markets together, and never passes it, whoever verifies and dies', async () => {
  one.clock.now = minutesAfter(eleven, 20);
  for (let round = 0; round < rounds; round += 1) {
    let isStored = false;
    const stored = Promise.all([storeRound(), round === 1 ? killSomebody() : null]).then(() => {
      isStored = true;
    });
    await Promise.all([stored, crew.verify(one.clock.now, () => isStored)]);
    const [own, others] = [await acceptedOf(ours), await acceptedOf(theirs)];
    expect(own + others).toBeLessThanOrEqual(budget);
    expect(others).toBeLessThanOrEqual(budget / 2n);
  }
  const [own, others] = [await acceptedOf(ours), await acceptedOf(theirs)];
  expect(own + others).toBe(budget);
  expect(others).toBeGreaterThan(0n);
  const waiting = { verdict: { $exists: false } };
  expect(await one.db.collection('events').countDocuments(waiting)).toBe(0);
});
