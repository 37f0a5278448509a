import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../src/api/context';
import { type AdEvent, eventIdOf } from '../../src/market/events/event';
import type { RecordedConversion } from '../../src/market/recorded-conversions/recorded-conversion';
import { checkBooks } from '../../src/money/books/check-books.service';
import { settleDuePayments } from '../../src/money/payments/settle-payments.job';
import { bookDeposit } from '../../src/money/pockets/pocket.service';
import { setRate } from '../../src/money/rates/rate.service';
import { wholeTurn } from '../../src/platform/jobs/job';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../src/peers/directory/peer-word.service';
import { aCreative } from '../support/creatives';
import { anEvent, anId } from '../support/events';
import { aPeer } from '../support/peer-access';
import { readSeed } from '../support/seed';
import { aRunningCampaign, aSite, usd } from '../support/verifier';
import { addressOfUser } from './payments/ledger-world';
import { coin, dyingContext, type PayingWorld, startPayingWorld } from './payments/paying-world';
import { createChance } from './simulation/chance';
import { recountPeriods } from './simulation/recount-periods';
import { recountWeek } from './simulation/recount-week';

/**
 * A week of campaigns that are shown, clicked and converted on sites of ours and of two other servers, in simulated time. Verification and settlement die
 * at one write after the other. In the end all is recounted from what the database and the ledger have, by code that is none of
 * the product's.
 *
 * The suite has a turn every twelve hours; `npm run soak` has one each hour. WEEK_SEED repeats a run.
 */
const turns = Number(process.env['SOAK_WEEK_TURNS'] ?? 14);
const killsOfTurn = 5;
const turnsOfDay = Math.ceil(turns / 7);
/** Takes an amount for 14 turns, and gives that for all turns of the run. */
const scaled = (amount: bigint): bigint => (amount * BigInt(turns)) / 14n;
const weekSeconds = 7 * 24 * 60 * 60;
const seed = readSeed('WEEK_SEED');
const chance = createChance(seed);
/** Of the part of it for other servers, half, their views and a few clicks are paid. */
const hourlyBudget = usd(18);
const peers = [4, 5].map(addressOfUser);
const community = addressOfUser(6);
/** All come from one network, and click a lot. */
const anyClicks = {
  ...{ ADGATE_MAX_NETWORK_CLICK_SHARE: '0', ADGATE_MAX_PAIR_CLICK_SHARE: '0' },
  ADGATE_MAX_SITE_CLICK_SHARE: '0',
};
/** A tenth, so that it reaches the least payout. */
const fees = { ADGATE_COMMUNITY_FEE: '1000', ADGATE_COMMUNITY_FEE_ADDRESS: community };

let world: PayingWorld;
let advertiserId: string;
/** Campaigns on each site: the events of it begin with these. */
let places: readonly Partial<AdEvent>[];
let died = 0;
/** The next death is at this step; back at the first one once a turn has fewer. */
let dieAt = { verify: 1, settle: 1 };

beforeAll(async () => {
  console.log(`a week of ${turns} turns, WEEK_SEED=${seed}`);
  world = await startPayingWorld({
    funds: 100_000n,
    env: { ADGATE_PEERS: 'approve', ...fees, ...anyClicks },
  });
  const { ctx } = world;
  advertiserId = anId();
  const account = { isEmailConfirmed: true, passwordHash: null, payoutAddress: null };
  const email = 'ads@shop.example';
  await ctx.accounts.insert({ ...account, id: advertiserId, email, roles: ['advertiser'] });
  await ctx.accounts.update(advertiserId, { creditLimit: 0n });
  await deposit();
  const campaigns = await Promise.all([
    addCampaign({ dailyBudget: scaled(usd(15)), timeZone: 'Asia/Kolkata' }),
    addCampaign({ totalBudget: scaled(usd(100)) }),
  ]);
  const owners = [await world.addPublisher(2), ...(await Promise.all(peers.map(addPeer)))];
  const sites = await Promise.all(owners.map(addSite));
  places = sites.flatMap((site) => campaigns.map((campaign) => ({ ...campaign, ...site })));
});
afterAll(() => world.close());

/** Less than a day may cost: at times there are no funds, and the server suspends what it cannot pay for. */
const deposit = () =>
  bookDeposit(world.ctx, {
    ...{ accountId: advertiserId, reference: anId() },
    amount: scaled(16n * coin),
  });

async function resume(): Promise<void> {
  await deposit();
  for (const id of new Set(places.flatMap(({ campaignId }) => campaignId ?? [])))
    await world.ctx.campaigns.update({ id, advertiserId }, { status: 'active' });
}

async function addCampaign(
  budgets: Partial<Parameters<typeof aRunningCampaign>[0]>,
): Promise<Partial<AdEvent>> {
  const { ctx } = world;
  const [campaignId, creativeId] = [anId(), anId()];
  const campaign = aRunningCampaign({ id: campaignId, advertiserId, hourlyBudget, ...budgets });
  await ctx.campaigns.insert(campaign, 9);
  const creative = aCreative({ id: creativeId, campaignId, advertiserId });
  await ctx.creatives.insert([creative], anId(), ctx.now());
  return { campaignId, creativeId, advertiserId };
}

async function addPeer(address: string): Promise<string> {
  const url = `https://${address}.example`.toLowerCase();
  const { info, ...peer } = aPeer({ address });
  const hosts = { serverUrl: url, panelUrl: url, inventoryUrl: `${url}/list` };
  const { ctx } = world;
  const known = { ...peer, info: { ...info, ...hosts } };
  await ctx.inTransaction((session) => ctx.peers.insert(known, session));
  const word = { oursThere: true, theirsHere: false, dailyLimit: 1_000n * coin };
  await allowPeer(ctx, { address, ...word });
  return ensurePeerAccount(ctx, address);
}

async function addSite(publisherId: string): Promise<Partial<AdEvent>> {
  const siteId = anId();
  await world.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  return { publisherId, siteId };
}

/** Views everywhere, more than the budgets take; of some a click, in a turn to come, and of some of these a conversion. */
const clicksToCome: Partial<AdEvent>[] = [];
const clicked: AdEvent[] = [];

function visits(): readonly AdEvent[] {
  const at = { offeredAt: world.ctx.now(), occurredAt: world.ctx.now(), exp: 1_800 };
  const clicks = clicksToCome.splice(0, 99).map((click) => anEvent({ ...click, ...at }));
  clicked.push(...clicks);
  const views = places.flatMap((place, number) =>
    Array.from({ length: 4 }, () => anEvent({ ...place, ...at, ...aCase(number), price: usd(1) })),
  );
  for (const { id, ...view } of views)
    if (chance.happens(0.4)) clicksToCome.push({ ...view, kind: 'click', price: usd(1) / 2n });
  return chance.shuffle([...views, ...clicks]);
}

const isAccepted = async (_id: string): Promise<boolean> =>
  (await world.db
    .collection<{ _id: string }>('events')
    .countDocuments({ _id, 'verdict.status': 'accepted' })) > 0;

/** Records conversions of cases that were clicked since the last time. */
async function convert(): Promise<void> {
  const { ctx } = world;
  for (const { id: clickId, offerId, peer, ...click } of clicked.splice(0)) {
    if (chance.happens((await isAccepted(clickId)) ? 0.1 : 0.7)) continue;
    const { caseId, publisherId, siteId, placementId, creativeId, campaignId } = click;
    const whose = { caseId, publisherId, siteId, placementId, creativeId };
    const theirs = peer && { peer: { address: peer.address, cid: peer.cid, clickId } };
    const eventId = eventIdOf('impression', offerId, null);
    const record: RecordedConversion = {
      ...{ id: anId(), conversionId: anId(), campaignId, advertiserId, occurredAt: ctx.now() },
      limitType: chance.happens(0.5) ? 'in_budget' : 'out_of_budget',
      cases: [{ ...whose, eventId, value: usd(1) / 4n, ...theirs }],
    };
    await ctx.inTransaction((session) =>
      ctx.recordedConversions.insert(record, { claims: [], nonce: null }, session),
    );
  }
}

/** Sites of ours stand first; some of a server's cases are of two creatives. */
function aCase(place: number): Partial<AdEvent> {
  const address = peers[Math.floor(place / 2) - 1];
  if (address === undefined) return {};
  const cid = `${anId().slice(0, 30)}07`;
  const peer = { address, cid, publisher: 'p', isShown: true, unmet: null, needsPage: false };
  return { caseId: `${cid.slice(0, 30)}00`, peer };
}

const expected = /killed by the test|are not \d+$/;

/** Does work that dies at the next of its writes. */
async function dyingWork(
  name: keyof typeof dieAt,
  work: (ctx: ServiceContext) => Promise<unknown>,
): Promise<void> {
  const dying = dyingContext(world.ctx, dieAt[name]);
  await work(dying.ctx).catch((error: unknown) => {
    if (!(error instanceof Error && expected.test(error.message))) throw error;
  });
  const isDead = dying.steps() >= dieAt[name];
  died += isDead ? 1 : 0;
  dieAt = { ...dieAt, [name]: isDead ? dieAt[name] + 1 : 1 };
}

const settle = (ctx: ServiceContext) =>
  settleDuePayments.run(ctx, new AbortController().signal, {
    ...wholeTurn,
    fence: world.nextFence(),
  });

it('pays each case once, tells what it has paid, and passes no budget, wherever it is killed', async () => {
  const { ctx, ledger } = world;
  for (let turn = 0; turn < turns; turn += 1) {
    await setRate(ctx, { rate: usd(2) });
    if (turn % turnsOfDay === 0) await resume();
    await convert();
    await ctx.events.insertMany(visits(), ctx.now());
    for (let kill = 0; kill < killsOfTurn; kill += 1) {
      await dyingWork('verify', verifyAllDue);
      await dyingWork('settle', settle);
      if (chance.happens(0.5)) ledger.closeBlock();
    }
    await verifyAllDue(ctx);
    ledger.passTime(weekSeconds / turns);
  }
  // Small rests are paid once they are 48 hours old.
  for (let day = 0; day < 4; day += 1) {
    await setRate(ctx, { rate: usd(2) });
    await verifyAllDue(ctx);
    for (let turn = 0; turn < 4; turn += 1) {
      await settle(ctx);
      ledger.closeBlock();
    }
    ledger.passTime(24 * 60 * 60);
  }
  const transfers = ledger.transfers();
  const week = await recountWeek(world.db, { transfers, peers, community, hourlyBudget });
  console.log(JSON.stringify(Object.fromEntries([...week.counts, ['deaths', died]])));
  expect(week.violations).toEqual([]);
  const found = await checkBooks(ctx);
  expect(found.filter(({ problem }) => problem !== null)).toEqual([]);
  // Days and the whole life were used up.
  const periods = await recountPeriods(world.db);
  expect(periods.problems).toEqual([]);
  expect(periods.full).toBeGreaterThan(0);
  // The story had all that it is about.
  for (const reason of ['accepted', 'budget_spent', 'no_funds', 'converted', 'converted there'])
    expect(week.counts.get(reason) ?? 0).toBeGreaterThan(0);
  expect(week.counts.get('lines')).toBeGreaterThan(peers.length * turns);
  expect(transfers.some(({ address }) => address === community)).toBe(true);
  expect(died).toBeGreaterThan(turns * 2);
});
