import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256 } from '../../sidecar/ledger/account-hash';
import { signingKey } from '../../sidecar/ledger/signing';
import { earningsOf } from '../../src/money/books/book';
import { checkBooks } from '../../src/money/books/check-books.service';
import { bookNewDeposits } from '../../src/money/deposits/book-new-deposits.service';
import { explainReceipts } from '../../src/money/peer-receipts/explain-receipts.job';
import { joinPeer } from '../../src/money/peer-joining/join-peer.service';
import { setRate } from '../../src/money/rates/rate.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { listPeerFigures } from '../../src/peers/directory/peer.service';
import { checkPeerCreatives } from '../../src/peers/import/check-peer-creatives.job';
import { syncPeer } from '../../src/peers/import/import-peer.service';
import { wholeTurn } from '../../src/platform/jobs/job';
import { addressOfUser } from '../money/payments/ledger-world';
import { aPng, usd } from '../support/campaigns';
import { aPeer } from '../support/peer-access';
import { aListedCampaign, aListedCreative } from './listed';
import { type PeerServer, type PeerWorld, startPeerWorld } from './peer-world';
import { isStrictHeader, isStrictQuestion, startStranger } from './strict-server';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ourUser = 2;
const peerUser = 4;
const address = addressOfUser(peerUser);
const publisher = addressOfUser(6);
const joiningFee = 10n ** 10n;
const joiningMessage = Buffer.from('Adshares joining fee')
  .toString('hex')
  .padEnd(64, '0')
  .toUpperCase();
const { publicKey } = signingKey(sha256(Buffer.from(`user ${ourUser}`)));
const png = aPng('300x250');
const checksum = createHash('sha1').update(png).digest('hex');

let world: PeerWorld;
let ours: PeerServer;
let stranger: Awaited<ReturnType<typeof startStranger>>;
/** Views and clicks that have reached the other server, by their paths. */
const reached: { readonly path: string; readonly query: URLSearchParams }[] = [];
/** As it tells what its payments are for. */
let lines: readonly object[] | null = null;
const now = () => new Date(world.ledger.clock.seconds * 1_000);

beforeAll(async () => {
  world = await startPeerWorld();
  ours = await world.startServer(ourUser, {
    ...{ ADGATE_CONFIRM_BLOCKS: '1', ADGATE_LEAST_VIEW_MS: '0' },
  });
  stranger = await startStranger((self) => (req, res) => {
    const url = new URL(req.url ?? '', self);
    const [, kind = ''] = url.pathname.split('/');
    const json = (value: unknown) => res.end(JSON.stringify(value));
    if (kind === 'list' && isStrictHeader(req.headers.authorization, { publicKey, now: now() }))
      return json(hasJoined() ? [campaignAt(self)] : []);
    if (kind === 'serve') return res.writeHead(200, { 'Content-Type': 'image/png' }).end(png);
    if (kind === 'view' || kind === 'click') {
      reached.push({ path: url.pathname, query: url.searchParams });
      return json({ context: [] });
    }
    const isSigned = isStrictQuestion(url.pathname, publicKey);
    if (kind === 'payment-details' && lines !== null && isSigned) return json(lines);
    return res.writeHead(404).end();
  });
  const { ctx } = ours;
  await setRate(ctx, { rate: usd('0.02') });
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
  const urls = { serverUrl: stranger.url, inventoryUrl: `${stranger.url}/list` };
  const info = { ...peer.info, ...urls, joiningFee };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  await ctx.peerDirectory.load();
});
afterAll(async () => {
  stranger.close();
  await world.close();
});

function campaignAt(url: string): object {
  const creative = aListedCreative({
    ...{ checksum, serve_url: `${url}/serve/1`, view_url: `${url}/view/1` },
    click_url: `${url}/click/1`,
  });
  return aListedCampaign({ targeting_requires: [] }, [creative]);
}

/** Says that the other server has its fee: until then its list is empty. */
const hasJoined = () =>
  world.ledger
    .transfers()
    .some(
      (one) =>
        one.sender === ourUser &&
        one.address === address &&
        one.amount === joiningFee &&
        one.message === joiningMessage,
    );

async function join(): Promise<void> {
  const { ctx } = ours;
  expect(await syncPeer(ctx, address)).toMatchObject({ campaigns: 0, problem: null });
  await joinPeer(ctx, { address, most: joiningFee });
  for (const _turn of [1, 2, 3]) {
    await ours.settle();
    world.settle();
  }
  expect((await ctx.books.balancesOf(['peers:joining'])).get('peers:joining')).toBe(-joiningFee);
}

async function importCampaign(): Promise<void> {
  const { ctx } = ours;
  expect(await syncPeer(ctx, address)).toMatchObject({ campaigns: 1, creatives: 1, leftOut: {} });
  await checkPeerCreatives.run(ctx, new AbortController().signal, wholeTurn);
  const [campaign] = await ctx.peerCampaigns.listPresent(address);
  await ctx.inventory.refresh({ campaignIds: [campaign?._id ?? ''], creativeIds: [] });
  // Offers of the same moment would be older than what they offer.
  world.ledger.clock.seconds += 5;
}

async function visit(): Promise<string> {
  const found = await fetch(`${ours.url}/supply/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': firefox, 'Accept-Language': 'en' },
    body: JSON.stringify({
      context: { iid: randomUUID(), url: 'https://news.example/a', publisher },
      placements: [{ id: '1', width: 300, height: 250 }],
    }),
  });
  const { data } = (await found.json()) as { readonly data: readonly Record<string, string>[] };
  const [bid] = data;
  expect(bid).toMatchObject({ demandServer: address, hash: checksum });
  const cid = bid?.['caseId'] ?? '';
  for (const url of [bid?.['viewUrl'], bid?.['clickUrl']])
    await fetch(`${url ?? ''}&cid=${cid}`, {
      headers: { 'User-Agent': firefox, 'Accept-Language': 'en', Accept: 'application/json' },
    });
  return cid;
}

async function run(): Promise<void> {
  await bookNewDeposits(ours.ctx, new AbortController().signal);
  await explainReceipts.run(ours.ctx, new AbortController().signal, wholeTurn);
}

describe('another server’s campaign on our site', () => {
  it('is imported after the joining fee, wins a find, has its view and click, and its payment is in the publisher’s pocket to the unit', async () => {
    const { ctx } = ours;
    await join();
    await importCampaign();
    const cid = await visit();
    expect(reached.map(({ path }) => path)).toEqual(['/view/1', '/click/1']);
    for (const { query } of reached) {
      expect(query.get('cid')).toBe(cid);
      expect(query.get('pto')).toBe(ours.address);
    }
    await verifyAllDue(ctx);
    const figures = async () => (await listPeerFigures(ctx, [address])).get(address);
    expect(await figures()).toMatchObject({ campaigns: 1, viewsHere: 1n, received: 0n });
    const { error } = await world.ledger.callAs(peerUser, 'send_many', {
      wires: { [ours.address]: '0.00123457' },
    });
    expect(error).toBeUndefined();
    world.settle();
    // It has not booked its own payment yet.
    await run();
    const publisherId = (await ctx.accounts.findByProvenAddress(`ads:${publisher}`))?.id ?? '';
    const earned = async () =>
      (await ctx.books.balancesOf([earningsOf(publisherId)])).get(earningsOf(publisherId)) ?? 0n;
    expect(await earned()).toBe(0n);
    lines = [
      { case_id: cid, event_value: 100_000_000 },
      { case_id: cid, event_value: 23_457_000 },
    ];
    world.ledger.clock.seconds += 60;
    await run();
    // 1% of each line is the fee of supply.
    expect(await earned()).toBe(99_000_000n + 23_457_000n - 234_570n);
    expect(await figures()).toMatchObject({ received: 123_457_000n });
    const problems = (await checkBooks(ctx)).flatMap(({ problem }) => problem ?? []);
    expect(problems).toEqual([]);
  });
});
