import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { type Book, earningsOf, fundsOf } from '../../../src/money/books/book';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { explainReceipts } from '../../../src/money/peer-receipts/explain-receipts.job';
import { setRate } from '../../../src/money/rates/rate.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../src/peers/directory/peer-word.service';
import { checkPeerCreatives } from '../../../src/peers/import/check-peer-creatives.job';
import { syncPeer } from '../../../src/peers/import/import-peer.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { addressOfUser } from '../../money/payments/ledger-world';
import { startPeerWorld } from '../../peers/peer-world';
import { aPeer } from '../../support/peer-access';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { type StandIn, startStandIn } from './stand-in';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const advertiserId = 'ad'.repeat(16);
const publisher = addressOfUser(6);
const ownSize = '728x90';
const any = '0';

/** An offer that a visitor was shown. */
export interface Shown {
  readonly cid: string;
  readonly viewUrl: string;
}

/** A server of ours with a campaign of its own, beside an honest server and one that lies. */
export async function startBesideALiar() {
  const world = await startPeerWorld();
  const ours = await world.startServer(2, {
    ...{ ADGATE_CONFIRM_BLOCKS: '1', ADGATE_LEAST_VIEW_MS: '0' },
    ...{ ADGATE_MAX_VISITOR_CASES: any, ADGATE_MAX_NETWORK_CASES: any },
    ...{ ADGATE_MAX_PAIR_CASES: any, ADGATE_MAX_SITE_CASES: any },
    ADGATE_MAX_ANONYMOUS_CASES: any,
  });
  const { ctx } = ours;
  const [good, liar] = [await startStandIn(4, '300x250'), await startStandIn(5, '160x600')];
  const tellRate = () => setRate(ctx, { rate: usd('0.02') });
  await tellRate();
  const who = { email: 'ads@shop.example', password: 'correct horse' };
  await createAccount(ctx, { id: advertiserId, ...who, roles: ['advertiser'] });
  await ctx.accounts.update(advertiserId, { creditLimit: null });
  const own = await createActiveCampaign(ctx, { sizes: [ownSize] });
  for (const { address, url } of [good, liar]) {
    const peer = aPeer({ address, broadcastAt: null });
    const info = { ...peer.info, serverUrl: url, inventoryUrl: `${url}/list` };
    await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
    await allowPeer(ctx, { address, oursThere: true, theirsHere: true });
  }
  await ctx.peerDirectory.load();

  const wait = (seconds: number) => void (world.ledger.clock.seconds += seconds);
  const balanceOf = async (book: Book) => (await ctx.books.balancesOf([book])).get(book) ?? 0n;

  /** Takes the list of a server, looks at its bytes, and takes up what is for sale. */
  async function sync(of: StandIn) {
    const done = await syncPeer(ctx, of.address);
    await lookAtBytes();
    return done;
  }

  async function lookAtBytes(): Promise<void> {
    await checkPeerCreatives.run(ctx, new AbortController().signal, wholeTurn);
    await ctx.peerDirectory.load();
    // Those that are listed no more, too.
    const [campaignIds, creativeIds] = await Promise.all([
      idsOf(ctx.peerCampaigns.models[0]),
      idsOf(ctx.peerCreatives.models[0]),
    ]);
    await ctx.inventory.refresh({ campaignIds, creativeIds });
    wait(5);
  }

  async function find(): Promise<readonly Record<string, string>[]> {
    const sizes = [good.size, ownSize, liar.size].map((size) => size.split('x').map(Number));
    const found = await fetch(`${ours.url}/supply/find`, {
      method: 'POST',
      headers: { ...asVisitor, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        context: { iid: randomUUID(), url: 'https://news.example/a', publisher },
        placements: sizes.map(([width, height], at) => ({ id: String(at), width, height })),
      }),
    });
    expect(found.status).toBe(200);
    return ((await found.json()) as { readonly data: readonly Record<string, string>[] }).data;
  }

  /** All that was shown of ours, and of the honest server. */
  const visits: { readonly own: Shown; readonly good: Shown }[] = [];

  /** A visitor who sees the own campaign and the honest server's, whatever the liar does. */
  async function visit(): Promise<{ own: Shown; good: Shown; liar: Shown | null }> {
    wait(5);
    const cases = new Map<string, Shown>();
    for (const { demandServer = '', viewUrl = '', caseId } of await find()) {
      const cid = caseId ?? `${randomUUID().replaceAll('-', '').slice(0, 30)}00`;
      const view = await fetch(`${viewUrl}&cid=${cid}`, { headers: asVisitor });
      expect([demandServer, view.status]).toEqual([demandServer, 200]);
      cases.set(demandServer, { cid, viewUrl });
    }
    const [ownOne, goodOne] = [cases.get(ours.address), cases.get(good.address)];
    if (!ownOne || !goodOne) throw new Error('a find has lost a campaign');
    const shown = { own: ownOne, good: goodOne };
    visits.push(shown);
    expect(good.reached.at(-1)?.get('cid')).toBe(goodOne.cid);
    return { ...shown, liar: cases.get(liar.address) ?? null };
  }

  async function pay(of: StandIn, amount: string, message?: string): Promise<string> {
    const { result, error } =
      message === undefined
        ? await world.ledger.callAs(of.user, 'send_many', { wires: { [ours.address]: amount } })
        : await world.ledger.callAs(of.user, 'send_one', {
            address: ours.address,
            amount,
            message,
          });
    if (error) throw new Error(error.message);
    world.settle();
    return result['tx'].id as string;
  }

  /** Books transfers and asks what they are for, as the jobs do. */
  async function book(): Promise<void> {
    wait(60);
    await bookNewDeposits(ctx, new AbortController().signal);
    await explainReceipts.run(ctx, new AbortController().signal, wholeTurn);
  }

  return {
    ...{ world, ours, ctx, good, liar, own, visits, wait, sync, lookAtBytes, visit, pay, book },
    tellRate,
    balanceOf,
    publisherId: async () => (await ctx.accounts.findByProvenAddress(`ads:${publisher}`))?.id ?? '',
    funds: () => balanceOf(fundsOf(advertiserId)),
    advertiserId,
    earningsThere: async () =>
      (await balanceOf(earningsOf(peerAccountIdOf(liar.address)))) +
      (await balanceOf(earningsOf(peerAccountIdOf(good.address)))),
    verify: () => verifyAllDue(ctx),
    receipts: () =>
      ctx.peerReceipts.listAll({ peer: liar.address, state: null }, { first: 100, afterId: null }),
    problems: async () =>
      (await checkBooks(ctx)).flatMap(({ name, problem }) =>
        problem ? [`${name}: ${problem}`] : [],
      ),
    async close() {
      for (const one of [good, liar]) one.close();
      await world.close();
    },
  };
}

export type BesideALiar = Awaited<ReturnType<typeof startBesideALiar>>;

export const asVisitor = {
  ...{ 'User-Agent': firefox, 'Accept-Language': 'en', Accept: 'application/json' },
} as const;

/** Ids of all that was ever stored. */
const idsOf = (model: { distinct(path: string): PromiseLike<unknown[]> } | undefined) =>
  Promise.resolve(model?.distinct('_id') ?? []).then((ids) => ids.map(String));

/** Views that nobody had, of the own campaign on a site of another server: anybody may tell them. */
export async function inventViews({ ours, own }: BesideALiar, address: string): Promise<void> {
  const [creative] = own.creatives;
  for (let nth = 0; nth < 10; nth += 1) {
    const iid = randomUUID().replaceAll('-', '');
    const page = { iid, url: 'https://news.example/a', zone: iid, keywords: '', metamask: 0 };
    const query = new URLSearchParams({
      ...{ iid, zid: iid, cid: `${iid.slice(0, 30)}00`, pto: address, pid: iid },
      ctx: Buffer.from(JSON.stringify({ page })).toString('base64url'),
    });
    const url = `${ours.url}/peer/view/${creative?.id ?? ''}?${query.toString()}`;
    expect((await fetch(url, { headers: asVisitor })).status).toBe(200);
  }
}

interface AcceptedView {
  readonly caseId: string;
  readonly demandServer?: string;
  readonly verdict: { readonly charge: bigint; readonly revenue: bigint };
}

/** Accepted views on our site. */
export async function listAcceptedViews({ ctx }: BesideALiar): Promise<readonly AcceptedView[]> {
  const [model] = ctx.events.models;
  const found = model
    ?.find({ kind: 'impression', peer: { $exists: false }, 'verdict.status': 'accepted' })
    .lean<AcceptedView[]>();
  return (await found) ?? [];
}
