import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/identity/accounts/account.service';
import { settleDuePayments } from '../../src/money/payments/settle-payments.job';
import { detailsOutcomes } from '../../src/money/remittances/details-counts';
import { setRate } from '../../src/money/rates/rate.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { peerAccountIdOf } from '../../src/peers/directory/peer-account.service';
import { listPeerFigures } from '../../src/peers/directory/peer.service';
import { allowPeer } from '../../src/peers/directory/peer-word.service';
import { wholeTurn } from '../../src/platform/jobs/job';
import { formatTime } from '../../src/time';
import { addressOfUser } from '../money/payments/ledger-world';
import { createActiveCampaign, usd } from '../support/campaigns';
import { aPeer } from '../support/peer-access';
import { type PeerServer, type PeerWorld, startPeerWorld } from './peer-world';
import { headerOf, keyOfUser, questionOf } from './signed-as';
import { bookStrictly } from './strict-booking';
import { importStrictly, type StrictBanner } from './strict-import';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const peerUser = 4;
const otherUser = 5;
const address = addressOfUser(peerUser);
const advertiserId = 'ad'.repeat(16);
const cids = [
  ...(['0f1e2d3c4b5a69788796a5b4c3d2e100', '0f1e2d3c4b5a69788796a5b4c3d2e200'] as const),
  '0f1e2d3c4b5a69788796a5b4c3d2e300',
] as const;
const coin = 10n ** 11n;

let world: PeerWorld;
let ours: PeerServer;
let banner: StrictBanner;
const now = () => new Date(world.ledger.clock.seconds * 1_000);

beforeAll(async () => {
  world = await startPeerWorld();
  ours = await world.startServer(2, { ADGATE_PAY_PART_HOURS: '1', ADGATE_CONFIRM_BLOCKS: '1' });
  const { ctx } = ours;
  await setRate(ctx, { rate: usd('0.02') });
  const who = { email: 'ads@shop.example', password: 'correct horse' };
  await createAccount(ctx, { id: advertiserId, ...who, roles: ['advertiser'] });
  await ctx.accounts.update(advertiserId, { creditLimit: null });
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false });
  await ctx.peerDirectory.load();
  await createActiveCampaign(ctx, { campaign: { maxCpm: usd('20'), maxCpc: usd('0.01') } });
  banner = await importBanner();
});
afterAll(() => world.close());

/** Imports as a strict server of the network does, and takes the first creative. */
async function importBanner(): Promise<StrictBanner> {
  const header = headerOf(peerUser, world.ledger.clock.seconds);
  const answer = await fetch(`${ours.url}/adshares/inventory/list`, {
    headers: { Authorization: header },
  });
  const [campaign] = importStrictly(await answer.text()).campaigns;
  const [first] = campaign?.banners ?? [];
  if (!first) throw new Error('nothing was imported');
  return first;
}

/** Leads a visitor to us as such a server does: with members of its own, and some of them twice. */
function lead(url: string, cid: string): Promise<Response> {
  const iid = '1a2b3c4d000040008000000000000001';
  const pid = '2f0d0000000040008000000000000001';
  const page = { iid, url: 'https://news.example/a?b=1', zone: iid, keywords: '', metamask: 0 };
  const ctx = Buffer.from(JSON.stringify({ page })).toString('base64url');
  const query = new URLSearchParams({ iid, zid: iid, cid, pto: address, pid, ctx });
  return fetch(`${url}?${query.toString()}&iid=${iid}`, {
    redirect: 'manual',
    headers: { 'User-Agent': firefox, Accept: 'application/json', Origin: 'null' },
  });
}

async function visit(cid: string): Promise<void> {
  const view = await lead(banner.viewUrl, cid);
  const { context } = (await view.json()) as { readonly context: readonly string[] };
  for (const page of context)
    await fetch(page, { method: 'POST', headers: { 'User-Agent': firefox } });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await settleDuePayments.run(ours.ctx, new AbortController().signal, wholeTurn);
    world.ledger.closeBlock();
  }
}

interface Asked {
  readonly user?: number;
  readonly secondsOff?: number;
  readonly query?: string;
}

/** Asks for the details of a payment, as the account of a user. */
function ask(path: string, transaction: string, asked: Asked = {}): Promise<Response> {
  const { user = peerUser, secondsOff = 0, query = '' } = asked;
  const seconds = world.ledger.clock.seconds + secondsOff;
  return fetch(`${ours.url}${questionOf(user, { path, transaction, seconds })}${query}`);
}

/** The transaction that the other server's own log names last. */
async function newestTransfer(): Promise<string> {
  const asked = { address, type: 'send_many' };
  const { result } = await world.ledger.callAs(peerUser, 'get_log', asked);
  const log = result['log'] as readonly { readonly id: string }[];
  return log.at(-1)?.id ?? '';
}

/** Books a payment as such a server does: of the cases that it has led to us. */
async function bookedOf(transaction: string, received: bigint) {
  const cases = new Set(cids);
  return bookStrictly((path, query) => ask(path, transaction, { query }), { received, cases });
}

const figures = async () => (await listPeerFigures(ours.ctx, [address])).get(address);

const paymentsToPeer = async () =>
  (await ours.ctx.payments.listAll({}, { first: 100, afterId: null })).filter(
    ({ accountId }) => accountId === peerAccountIdOf(address),
  );

describe('our campaigns on another server’s site', () => {
  let transaction: string;

  it('are shown by any page: bytes with the checksum that was told, and no redirect', async () => {
    const answer = await fetch(banner.serveUrl, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha1').update(bytes).digest('hex')).toBe(banner.checksum);
  });

  it('are paid for on the ledger, to the unit', async () => {
    await visit(cids[0]);
    await visit(cids[1]);
    const click = await lead(banner.clickUrl, cids[0]);
    expect(click.status).toBe(302);
    await verifyAllDue(ours.ctx);
    await verifyAllDue(ours.ctx);
    const amount = (25n * coin * 99n) / 1_000n;
    expect(await figures()).toMatchObject({ viewsThere: 2n, owed: amount, paid: 0n });
    await settle();
    expect(await figures()).toMatchObject({ viewsThere: 2n, owed: 0n, paid: amount });
    const [payment, ...others] = await paymentsToPeer();
    expect(others).toEqual([]);
    // Two views for a coin each and a click for half a coin, less 1%.
    expect(payment).toMatchObject({
      ...{ state: 'confirmed', kind: 'earnings', address, amount },
    });
    transaction = payment?.transactionId ?? '';
    expect(transaction).toMatch(/^\w{4}:\w{8}:\w{4}$/);
  });

  it('are told case by case, in one order', async () => {
    const meta = await ask('payment-details-meta', transaction);
    const none = { count: 0, sum: 0 };
    const [click, view] = [Number((coin * 99n) / 200n), Number((coin * 99n) / 100n)];
    const sum = 2 * view + click;
    expect(await meta.json()).toEqual({
      ...{ allocation: none, boost: none, events: { count: 2, sum } },
    });
    const lines = [
      { case_id: cids[0], event_value: view + click },
      { case_id: cids[1], event_value: view },
    ];
    const read = async (query: string) =>
      (await ask('payment-details', transaction, { query })).json();
    expect(await read('')).toEqual(lines);
    expect(await read('?limit=1')).toEqual(lines.slice(0, 1));
    expect(await read('?limit=1&offset=1')).toEqual(lines.slice(1));
    expect(await read('?limit=5000&offset=2')).toEqual([]);
    expect(await (await ask('boost-details', transaction)).json()).toEqual([]);
    const all = await ours.ctx.remittances.listAll('', 10);
    const remittance = all.find(({ state }) => state === 'paid');
    expect(remittance?.details).toMatchObject({ count: 2, sum: BigInt(sum) });
  });

  it('are booked by that server to the unit: all that came is for cases that it knows', async () => {
    const [wire] = world.ledger.transfers().filter((transfer) => transfer.address === address);
    const [click, view] = [(coin * 99n) / 200n, (coin * 99n) / 100n];
    expect(await bookedOf(transaction, wire?.amount ?? 0n)).toEqual({
      paid: new Map([
        [cids[0], view + click],
        [cids[1], view],
      ]),
      rest: 0n,
    });
  });

  it.each<[string, Asked, number]>([
    ['a limit of 10,001', { query: '?limit=10001' }, 400],
    ['a negative limit', { query: '?limit=-1' }, 400],
    ['an exponent', { query: '?limit=1e9' }, 400],
    ['a thousand millions', { query: '?limit=1000000000' }, 400],
    ['no limit', { query: '?limit=' }, 400],
    ['a limit twice, by the first one', { query: '?limit=1&limit=10001' }, 200],
    ['an offset that is none', { query: '?offset=x' }, 400],
    ['a clock 601 s behind', { secondsOff: -601 }, 400],
    ['a clock 601 s ahead', { secondsOff: 601 }, 400],
    ['somebody else', { user: otherUser }, 404],
    ['a clock 600 s ahead', { secondsOff: 600 }, 200],
  ])('answer %s', async (_what, asked, status) => {
    expect((await ask('payment-details', transaction, asked)).status).toBe(status);
  });

  it('are told to nobody by another’s signature, nor of a transaction that is not there', async () => {
    const { seconds } = world.ledger.clock;
    const text = createHash('sha1').update(`${transaction}${seconds}${address}`).digest('hex');
    const signature = Buffer.from(keyOfUser(otherUser).sign(Buffer.from(text))).toString('hex');
    const date = formatTime(now());
    const path = `${ours.url}/payment-details/${transaction}/${address}/${date}/${signature}`;
    const counts = () => detailsOutcomes.map((outcome) => ours.ctx.detailsCounts.get(outcome));
    const before = counts();
    expect((await fetch(path)).status).toBe(400);
    for (const name of ['payment-details', 'payment-details-meta', 'boost-details'])
      expect((await ask(name, '0001:00000085:0001')).status).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask('payment-details', transaction)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    // answered, refused, not_found, too_many, failed
    expect(counts().map((count, at) => count - before[at]!)).toEqual([100, 1, 3, 0, 0]);
  });

  it('are told of a payment once it is confirmed, and not before', async () => {
    await visit(cids[2]);
    await verifyAllDue(ours.ctx);
    await settleDuePayments.run(ours.ctx, new AbortController().signal, wholeTurn);
    const [open] = (await paymentsToPeer()).filter(({ state }) => state !== 'confirmed');
    expect(open?.amount).toBe((coin * 99n) / 100n);
    // The payment was stored with its details.
    expect(await ours.ctx.remittances.findByPayment(open?.id ?? '')).toMatchObject({
      ...{ state: 'paid', details: { count: 1, sum: open?.amount } },
    });
    // It is owed till the ledger has it.
    expect(await figures()).toMatchObject({ viewsThere: 3n, owed: (coin * 99n) / 100n });
    expect(await ours.ctx.payments.findConfirmed(peerAccountIdOf(address), transaction)).not.toBe(
      null,
    );
    // The other server sees the transfer in its log before the block has a closed one behind it.
    world.ledger.closeBlock();
    const second = await newestTransfer();
    expect(second).not.toBe(transaction);
    const asked = ['payment-details', 'payment-details-meta', 'boost-details'].map((name) =>
      ask(name, second),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await bookedOf(second, open?.amount ?? 0n)).toBeNull();
    // Nobody gets half of what is told from now on.
    const askers = Array.from({ length: 100 }, () => ask('payment-details', second));
    await settle();
    const paid = await paymentsToPeer();
    expect(paid.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
    expect(paid.map(({ transactionId }) => transactionId).toSorted()).toEqual(
      [transaction, second].toSorted(),
    );
    const details = await ask('payment-details', second);
    const lines = await details.json();
    for (const answer of await Promise.all(askers)) {
      expect([200, 404]).toContain(answer.status);
      if (answer.status === 200) expect(await answer.json()).toEqual(lines);
    }
    expect(lines).toEqual([{ case_id: cids[2], event_value: Number((coin * 99n) / 100n) }]);
    expect(await bookedOf(second, open?.amount ?? 0n)).toEqual({
      ...{ paid: new Map([[cids[2], open?.amount]]), rest: 0n },
    });
  });

  it('are told for 90 days, and not a second longer', async () => {
    const payments = await paymentsToPeer();
    const { confirmedAt } = payments.find((one) => one.transactionId === transaction) ?? {};
    const days = 90 * 24 * 60 * 60;
    const askAt = (seconds: number) => {
      world.ledger.clock.seconds = seconds;
      return ask('payment-details', transaction);
    };
    const confirmed = (confirmedAt ?? now()).getTime() / 1_000;
    expect((await askAt(confirmed + days)).status).toBe(200);
    expect((await askAt(confirmed + days + 1)).status).toBe(404);
  });
});
