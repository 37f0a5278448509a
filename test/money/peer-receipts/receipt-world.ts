import type { AdEvent } from '../../../src/market/events/event';
import { setRate } from '../../../src/money/rates/rate.service';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { explainReceipts } from '../../../src/money/peer-receipts/explain-receipts.job';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { type Book, earningsOf } from '../../../src/money/books/book';
import type { ServiceContext } from '../../../src/api/context';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { usd } from '../../support/campaigns';
import { anEvent, anId } from '../../support/events';
import { aPeer } from '../../support/peer-access';
import { type PeerServer, startPeerWorld } from '../../peers/peer-world';
import { startStranger } from '../../peers/strict-server';
import { addressOfUser } from '../payments/ledger-world';

/** The account of the other server. */
const peerUser = 4;
export const strangerUser = 5;
export const address = addressOfUser(peerUser);

/** A line as other servers tell it; whatever they say. */
export type ToldLine = Readonly<Record<string, unknown>>;

/** The answers of the other server: null is 404. */
export interface Details {
  meta: unknown;
  /** Boosts of campaigns. */
  boosts: unknown;
  /** All lines, of which pages are cut; or what answers a page. */
  lines: readonly ToldLine[] | ((page: { offset: number; limit: number }) => unknown);
}

const aState = {
  ...({ status: 'active', isDeleted: false, endsAt: null } as const),
  ...{ startsAt: new Date('2026-01-01T00:00:00Z'), hourlyBudget: 10n ** 11n },
};

/** A server of ours with a wallet on a ledger of this process, and another one that pays it. */
export async function startReceiptWorld() {
  const world = await startPeerWorld();
  const server = await world.startServer(2, { ADGATE_CONFIRM_BLOCKS: '1' });
  const details: Details = { meta: null, boosts: null, lines: [] };
  const asked: string[] = [];
  const stranger = await startStranger(() => (req, res) => {
    const url = new URL(req.url ?? '', 'http://peer.example');
    asked.push(`${url.pathname.split('/')[1] ?? ''}${url.search}`);
    const answer = answerOf(details, url);
    if (answer === null) res.writeHead(404).end();
    else res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  const { ctx } = server;
  await setRate(ctx, { rate: usd('0.02') });
  const peer = aPeer({ address, state: 'allowed', broadcastAt: null });
  const info = { ...peer.info, serverUrl: stranger.url };
  await ctx.inTransaction((session) => ctx.peers.insert({ ...peer, info }, session));
  const read = (of: ServiceContext = ctx) => bookNewDeposits(of, new AbortController().signal);
  const explain = (of: ServiceContext = ctx) =>
    explainReceipts.run(of, new AbortController().signal, wholeTurn);
  const known = new Set<string>();
  let before: ReadonlyMap<Book, bigint> = new Map();
  const listAll = () =>
    ctx.peerReceipts.listAll({ peer: null, state: null }, { first: 1_000, afterId: null });
  const receipts = async () => (await listAll()).filter(({ id }) => !known.has(id));
  const balances = async (...books: readonly Book[]) => {
    const found = await ctx.books.balancesOf(books);
    return books.map((book) => found.get(book) ?? 0n);
  };
  const moved = async (...books: readonly Book[]) => {
    const now = await balances(...books);
    return books.map((book, at) => now[at]! - (before.get(book) ?? 0n));
  };
  return {
    world,
    server,
    ctx,
    details,
    asked,
    /** Begins a test in a world that others have used: nothing of theirs goes on, and is told of from here on. */
    async begin() {
      for (const receipt of await listAll()) {
        known.add(receipt.id);
        if (receipt.nextAt !== null) await ctx.peerReceipts.change(receipt, { nextAt: null });
      }
      const ours = ['fees:supply:5', 'peers:rest', 'peers:joining'] as const;
      before = await ctx.books.balancesOf([...ours, 'clearing:peers', 'clearing:deposits']);
      Object.assign(details, { meta: null, boosts: null, lines: [] });
      asked.length = 0;
    },
    /** The change of the books since the test began. */
    moved,
    /** A view that is shown. */
    async showOne() {
      const [one] = await show(server, [{}]);
      return one!;
    },
    /** The change of the books that a case of a publisher is booked in. */
    outcomeFor: ({ publisherId }: Pick<AdEvent, 'publisherId'>) =>
      moved(earningsOf(publisherId), 'fees:supply:5', 'peers:rest', 'clearing:peers'),
    async stateOf() {
      const [receipt] = await receipts();
      return [receipt?.state, receipt?.problem];
    },
    async pay(amount: string, user = peerUser, message?: string) {
      const id = await send({ world, server }, { amount, user, message });
      world.settle();
      return id;
    },
    /** The same, in the block that is open: its time is that of others before it. */
    send: (amount: string, message?: string) =>
      send({ world, server }, { amount, user: peerUser, message }),
    /** Looks for transfers, as the job does. */
    read,
    /** Explains what is due, as the job does. */
    explain,
    async run(of: ServiceContext = ctx) {
      await read(of);
      await explain(of);
    },
    /** A campaign of the other server, as its list had it. */
    async addCampaign() {
      const theirId = anId();
      const [id, members, state] = [anId(), { landingUrl: 'https://shop.example/' }, aState];
      await ctx.peerCampaigns.save(address, [
        { id, identity: theirId, digest: '1', members, state },
      ]);
      return { campaignId: id, theirId };
    },
    /** Somebody who is told of receipts that are not explained. */
    async addOperator() {
      const accountId = anId();
      await ctx.accounts.insert({
        ...{ id: accountId, email: 'operator@test.example', roles: ['operator'] },
        ...{ isEmailConfirmed: true, passwordHash: null, payoutAddress: null },
      });
      const url = 'https://hooks.example/';
      await createWebhook(ctx, { accountId, campaignId: null, url, kinds: ['peer.suspect'] });
    },
    wait(seconds: number) {
      world.ledger.clock.seconds += seconds;
    },
    show: (...changes: readonly Partial<AdEvent>[]) => show(server, changes),
    receipts,
    balances,
    async problems(of: ServiceContext = ctx) {
      return (await checkBooks(of)).flatMap(({ name, problem }) =>
        problem === null ? [] : [`${name}: ${problem}`],
      );
    },
    async close() {
      stranger.close();
      await world.close();
    },
  };
}
export type ReceiptWorld = Awaited<ReturnType<typeof startReceiptWorld>>;

function answerOf({ meta, boosts, lines }: Details, url: URL): unknown {
  if (url.pathname.startsWith('/boost-details/')) return boosts;
  if (url.pathname.startsWith('/payment-details-meta/')) return meta;
  const page = {
    offset: Number(url.searchParams.get('offset') ?? 0),
    limit: Number(url.searchParams.get('limit') ?? 1_000),
  };
  if (typeof lines === 'function') return lines(page);
  return lines.slice(page.offset, page.offset + page.limit);
}

export const lineOf = (caseId: string, value: bigint | number): ToldLine => ({
  case_id: caseId,
  event_value: Number(value),
});

/** A summary of events alone. */
export const metaOf = (sum: number, count = 1) => {
  const none = { count: 0, sum: 0 };
  return { allocation: none, boost: none, events: { count, sum } };
};

/** Pays our server, in a block that is not closed yet. @returns id of the transaction */
async function send(
  {
    world,
    server,
  }: { readonly world: Awaited<ReturnType<typeof startPeerWorld>>; readonly server: PeerServer },
  of: { readonly amount: string; readonly user: number; readonly message: string | undefined },
): Promise<string> {
  const { amount, user, message } = of;
  const to = server.address;
  const { result, error } =
    message === undefined
      ? await world.ledger.callAs(user, 'send_many', { wires: { [to]: amount } })
      : await world.ledger.callAs(user, 'send_one', { address: to, amount, message });
  if (error) throw new Error(error.message);
  return result['tx'].id as string;
}

/** Accepted views of the other server's creatives, an hour ago. */
async function show(
  { ctx }: PeerServer,
  changes: readonly Partial<AdEvent>[],
): Promise<readonly AdEvent[]> {
  const at = new Date(ctx.now().getTime() - 3_600_000);
  const events = changes.map((change) =>
    anEvent({
      ...{ demandServer: address, advertiserId: '5'.repeat(32), price: 0n },
      ...{ caseId: `${anId().slice(0, 30)}00`, offeredAt: at, occurredAt: at, exp: 1_800 },
      ...change,
    }),
  );
  await ctx.events.insertMany(events, at);
  const [model] = ctx.events.models;
  const verdict = {
    ...{ status: 'accepted', reason: null, price: 0n, rate: null, charge: 0n, demandFee: 0n },
    ...{ supplyFee: 0n, revenue: 0n, judgedAt: at, entryId: null, batch: 1 },
  };
  await model?.updateMany(
    { _id: { $in: events.map(({ id }) => id) } },
    { $set: { verdict }, $unset: { partition: 1, verifyAt: 1 } },
  );
  return events;
}
