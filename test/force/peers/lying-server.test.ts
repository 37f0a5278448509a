import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { getDepositCode } from '../../../src/money/deposits/deposit.service';
import { keepReceipt } from '../../../src/money/peer-receipts/receipt-word.service';
import { allowPeer, denyPeer } from '../../../src/peers/directory/peer-word.service';
import { aListedCampaign } from '../../peers/listed';
import { headerOf, questionOf } from '../../peers/signed-as';
import { lineOf, metaOf } from '../../money/peer-receipts/receipt-world';
import { aPng } from '../../support/campaigns';
import { anId } from '../../support/events';
import {
  asVisitor,
  type BesideALiar,
  inventViews,
  listAcceptedViews,
  startBesideALiar,
} from './beside-a-liar';
import { everythingWrong, liesAboutMoney, listsThatAreNone } from './lies';
import { json } from './stand-in';

const coin = 10n ** 11n;
/** Coins that the liar pays with each lie about money. */
const amount = '0.001';
const dayS = 86_400;

let world: BesideALiar;
/** Values of lines of the liar that count: what its payments were truly for. */
const counted: bigint[] = [];
/** Coins that the liar has paid, 10^-11, and of them those into funds. */
let paid = 0n;
let deposited = 0n;
/** Coins that the honest server has paid, and tells of at the end. */
let goodBefore = 0n;

beforeAll(async () => {
  world = await startBesideALiar();
  await world.sync(world.good);
  await world.sync(world.liar);
  expect((await world.visit()).liar).not.toBeNull();
});
afterAll(() => world.close());
// Nobody else loses a find, whatever the liar has done.
afterEach(async () => {
  await world.visit();
  world.liar.repent();
});

async function liarPays(coins = amount, message?: string): Promise<void> {
  const [whole = '0', part = ''] = coins.split('.');
  paid += BigInt(whole) * coin + BigInt(part.padEnd(11, '0'));
  await world.pay(world.liar, coins, message);
}

/** A case of the liar’s own campaign that was truly shown, beside one of ours and one of the honest server. */
async function showAll() {
  if ((await world.visit()).liar === null) await world.sync(world.liar);
  const { own, good, liar } = await world.visit();
  if (liar === null) throw new Error('the true campaign of the liar is not shown');
  await world.verify();
  return { own: own.cid, good: good.cid, liar: liar.cid };
}

const newestState = async () => {
  const receipts = await world.receipts();
  return receipts.toSorted((one, other) => +other.receivedAt - +one.receivedAt)[0]?.state;
};

describe('a server whose list', () => {
  it.each(listsThatAreNone)('%s: keeps what it had, and nobody waits', async (_what, list) => {
    world.liar.tells.list = list;
    expect(await world.sync(world.liar)).toMatchObject({ failures: 1, campaigns: 1 });
    expect((await world.visit()).liar).not.toBeNull();
    world.liar.repent();
    expect(await world.sync(world.liar)).toMatchObject({ failures: 0, campaigns: 1 });
  });

  it('never comes holds up nobody', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<() => void>();
    world.liar.tells.list = (res) => resolve(() => res.destroy());
    const waiting = world.sync(world.liar);
    const giveUp = await asked;
    expect(await world.sync(world.good)).toMatchObject({ failures: 0, campaigns: 1 });
    await world.visit();
    giveUp();
    expect(await waiting).toMatchObject({ failures: 1 });
  });

  it('has everything wrong that there is loses that alone', async () => {
    const list = everythingWrong(world.liar);
    world.liar.tells.list = json(list);
    const { campaigns, leftOut } = await world.sync(world.liar);
    // One that has no wrong member is taken: the true campaign.
    expect(campaigns).toBe(1);
    expect(leftOut.duplicate_id).toBeGreaterThan(0);
    expect((await world.visit()).liar).not.toBeNull();
  });

  it('has the ids of the honest server’s campaign and creative takes neither', async () => {
    const { good, liar, ctx } = world;
    const before = await ctx.peerCampaigns.listPresent(good.address);
    const [theirs] = Reflect.get(good.campaign, 'banners') as readonly object[];
    const stolen = liar.creative({ id: Reflect.get(theirs ?? {}, 'id') });
    const id: unknown = Reflect.get(good.campaign, 'id');
    liar.tells.list = json([
      liar.campaign,
      aListedCampaign({ id, targeting_requires: [] }, [stolen]),
    ]);
    expect(await world.sync(liar)).toMatchObject({ campaigns: 2 });
    expect(await world.sync(good)).toMatchObject({ campaigns: 1, creatives: 1 });
    expect(await ctx.peerCampaigns.listPresent(good.address)).toEqual(before);
  });

  it('has other campaigns each time', async () => {
    const { liar } = world;
    for (const _time of [1, 2, 3]) {
      const others = Array.from({ length: 10 }, () =>
        aListedCampaign({ id: anId(), targeting_requires: [] }, [liar.creative()]),
      );
      liar.tells.list = json([liar.campaign, ...others]);
      expect(await world.sync(liar)).toMatchObject({ campaigns: 11 });
    }
    liar.repent();
    await world.sync(liar);
    expect(await world.sync(liar)).toMatchObject({ campaigns: 1 });
  });
});

describe('a server whose creative', () => {
  it.each<[string, string]>([
    ['is served by a redirect', 'redirect'],
    ['has other bytes than it says', 'bytes'],
  ])('%s does not sell it', async (_what, how) => {
    const { liar, ctx } = world;
    const creative = liar.creative({ serve_url: `${liar.url}/serve/2` });
    liar.tells.list = json([aListedCampaign({ id: anId(), targeting_requires: [] }, [creative])]);
    liar.tells.picture = (res) =>
      how === 'bytes'
        ? res.writeHead(200, { 'Content-Type': 'image/png' }).end(aPng(liar.size))
        : res.writeHead(302, { Location: `${liar.url}/serve/1` }).end();
    await world.sync(liar);
    await world.sync(liar);
    expect((await world.visit()).liar).toBeNull();
    expect(await ctx.peerCreatives.countNotForSale(liar.address)).toHaveLength(1);
    liar.repent();
    await world.sync(liar);
    await world.sync(liar);
    expect((await world.visit()).liar).not.toBeNull();
  });

  it('is another one to visitors than to us is looked at again when a visitor says so, and leaves', async () => {
    const { liar, ours, good } = world;
    const other = aPng(liar.size);
    liar.tells.picture = (res, req) =>
      res
        .writeHead(200, { 'Content-Type': 'image/png' })
        .end(req.headers['user-agent']?.includes('Firefox') ? other : liar.picture);
    const report = async () => {
      const { liar: shown } = await world.visit();
      const token = new URL(shown?.viewUrl ?? '').searchParams.get('e');
      const { status } = await fetch(`${ours.url}/supply/report`, {
        method: 'POST',
        headers: { ...asVisitor, 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, reason: 'tampered', hash: 'a'.repeat(40) }),
      });
      expect(status).toBe(204);
      await world.lookAtBytes();
    };
    const creative = liar.creative({ serve_url: `${liar.url}/serve/3` });
    const campaign = aListedCampaign({ id: anId(), targeting_requires: [] }, [creative]);
    liar.tells.list = json([campaign]);
    for (const _time of [1, 2]) await world.sync(liar);
    world.wait(3_601);
    await report();
    // The bytes that we get are as it says: visitors' tags refuse theirs each time.
    expect((await world.visit()).liar).not.toBeNull();
    liar.tells.picture = (res) => res.writeHead(200, { 'Content-Type': 'image/png' }).end(other);
    world.wait(3_601);
    await report();
    expect((await world.visit()).liar).toBeNull();
    expect(await world.sync(good)).toMatchObject({ creatives: 1 });
    liar.repent();
    for (const _time of [1, 2]) await world.sync(liar);
    expect((await world.visit()).liar).not.toBeNull();
  });
});

describe('a server that', () => {
  it('invents views, in its own name and in that of the honest one, is paid nothing for them', async () => {
    const { liar, good } = world;
    for (const { address } of [liar, good]) await inventViews(world, address);
    world.wait(3_600);
    await world.verify();
    expect(await world.earningsThere()).toBe(0n);
  });

  it('has a wrong clock, or asks for the details of others’ payments, is told nothing', async () => {
    const { ours, liar, good } = world;
    const list = (secondsOff: number) =>
      fetch(`${ours.url}/adshares/inventory/list`, {
        headers: { Authorization: headerOf(liar.user, now() + secondsOff) },
      });
    const now = () => world.world.ledger.clock.seconds;
    expect([(await list(-400)).status, (await list(400)).status]).toEqual([401, 401]);
    const transaction = await world.pay(good, '0.00000001');
    for (const path of ['payment-details', 'boost-details']) {
      const question = questionOf(liar.user, { path, transaction, seconds: now() });
      expect((await fetch(`${ours.url}${question}`)).status).toBe(404);
    }
    goodBefore += 1_000n;
  });

  it.each(liesAboutMoney)('%s, when it is asked what it has paid for', async (_what, lie) => {
    const shown = await showAll();
    const { lines, counted: values } = lie(shown);
    await liarPays();
    world.liar.tells.lines = lines;
    await world.book();
    expect(await newestState()).toBe('booked');
    counted.push(...values.map(BigInt));
  });

  it('tells zeros first, then other lines each time, is believed once', async () => {
    const shown = await showAll();
    await liarPays();
    Object.assign(world.liar.tells, { meta: metaOf(0, 0), lines: () => [] });
    await world.book();
    expect(await newestState()).toBe('received');
    let times = 0;
    const value = 400;
    world.liar.tells.meta = null;
    world.liar.tells.lines = () => [lineOf(shown.liar, value + times++)];
    for (const _time of [1, 2, 3]) await world.book();
    expect(await newestState()).toBe('booked');
    counted.push(400n);
  });

  it('pays twice in one second has two receipts', async () => {
    const shown = await showAll();
    world.liar.tells.lines = () => [lineOf(shown.liar, 100)];
    await liarPays();
    await liarPays();
    await world.book();
    counted.push(100n, 100n);
  });

  it('pays with a deposit code has paid for that account', async () => {
    const { ctx, advertiserId } = world;
    await liarPays('1', getDepositCode(ctx, advertiserId).padStart(64, '0'));
    await world.book();
    deposited += coin;
  });

  it('is denied and pays is not asked', async () => {
    const { ctx, liar } = world;
    await denyPeer(ctx, { address: liar.address, isHeld: false });
    liar.tells.lines = () => {
      throw new Error('it was asked');
    };
    await liarPays();
    await world.book();
    expect(await newestState()).toBe('received');
    await allowPeer(ctx, { address: liar.address, oursThere: true, theirsHere: true });
    liar.repent();
  });

  it('tells nothing for a day leaves its coins to the operator', async () => {
    await liarPays();
    for (const days of [0, 0.5, 0.5]) {
      world.wait(days * dayS);
      await world.book();
    }
    await world.tellRate();
    // That from when it was denied, too.
    const left = (await world.receipts()).filter(({ state }) => state === 'unexplained');
    expect(left).toHaveLength(2);
    for (const { id } of left) await keepReceipt(world.ctx, id);
  });
});

it('has cost nobody else a view or a coin: all lines are recounted', async () => {
  const { good, visits } = world;
  world.wait(3_600);
  await world.verify();
  // The honest server pays for all its cases.
  const value = 70_007n;
  good.tells.lines = ({ offset, limit }) =>
    visits.map(({ good: { cid } }) => lineOf(cid, value)).slice(offset, offset + limit);
  const sum = value * BigInt(visits.length);
  const coins = `0.${String(sum).padStart(11, '0')}`;
  await world.pay(good, coins);
  await world.book();
  const events = await listAcceptedViews(world);
  const casesOf = (server: string | undefined) =>
    events.filter(({ demandServer }) => demandServer === server).map(({ caseId }) => caseId);
  const cids = (of: 'own' | 'good') => visits.map((visit) => visit[of].cid).sort();
  expect(casesOf(undefined).sort()).toEqual(cids('own'));
  expect(casesOf(good.address).sort()).toEqual(cids('good'));

  const own = events.filter(({ demandServer }) => demandServer === undefined);
  const total = (member: 'charge' | 'revenue') =>
    own.reduce((all, { verdict }) => all + verdict[member], 0n);
  expect(total('revenue')).toBeGreaterThan(0n);
  expect(await world.funds()).toBe(deposited - total('charge'));
  const net = (line: bigint) => line - line / 100n;
  const ofGood = net(value) * BigInt(visits.length) + net(goodBefore);
  const ofLiar = counted.reduce((all, line) => all + net(line), 0n);
  const earned = await world.balanceOf(`earnings:${await world.publisherId()}`);
  expect(earned - total('revenue') - ofGood).toBe(ofLiar);
  // All else that the liar has paid is the operator's.
  const lied = paid - deposited - counted.reduce((all, line) => all + line, 0n);
  expect(await world.balanceOf('peers:rest')).toBe(lied);
  expect(await world.balanceOf('clearing:peers')).toBe(0n);
  expect(await world.earningsThere()).toBe(0n);
  expect(await world.problems()).toEqual([]);
});
