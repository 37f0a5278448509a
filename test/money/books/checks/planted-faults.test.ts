import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import type { BookCheck } from '../../../../src/money/books/checks/book-check';
import { bookChecks } from '../../../../src/money/books/checks/index';
import { feeOf, coinsOf } from '../../../../src/money/amounts/charge';
import { demandFeesOf, earningsOf, fundsOf, supplyFeesOf } from '../../../../src/money/books/book';
import { coin, type PayingWorld, startPayingWorld } from '../../payments/paying-world';

/* oxlint-disable typescript/no-explicit-any, typescript/restrict-plus-operands -- raw documents are spoilt in every member */
type Stored = { readonly _id: string; readonly [member: string]: any };

/** Documents to store in the place of others; null: nothing. */
interface Fault {
  readonly name: string;
  readonly writes: readonly (readonly [collection: string, id: string, after: Stored | null])[];
}

const collections = ['journalEntries', 'balances', 'events', 'payments', 'paymentBatches'] as const;
type Collection = (typeof collections)[number];
type Documents = Readonly<Record<Collection, ReadonlyMap<string, Stored>>>;

let world: PayingWorld;
let documents: Documents;
const advertiser = 'a'.repeat(32);
/** Final by the clock of the ledger: only such hours are paid. */
const hour = new Date('2026-11-20T10:00:00Z');
const rate = 3n * coin;

beforeAll(async () => {
  world = await startPayingWorld({ env: { ADGATE_MIN_PAYOUT: '0' } });
  const publishers: string[] = [];
  for (const user of [2, 3, 4]) publishers.push(await world.addPublisher(user));
  await charge(1, publishers);
  await world.settle();
  world.ledger.closeBlock();
  await world.settle();
  await charge(2, publishers.slice(0, 2));
  // Sent, in no block that is closed.
  await world.settle();
  await charge(3, publishers.slice(0, 1));
  // A payment that is prepared while a check looks is left to the next check.
  world.ledger.clock.seconds += 1;
  documents = await readAll();
});
afterAll(() => world.close());

/** Two views of each publisher, as the verification leaves them. */
async function charge(number: number, publishers: readonly string[]): Promise<void> {
  const entryId = `charge:${number}`;
  const price = BigInt(number) * coin + 1n;
  const total = coinsOf(price, rate);
  const [demandFee, supplyFee] = [feeOf(total, 100), feeOf(total, 100)];
  const revenue = total - demandFee - supplyFee;
  const verdict = { status: 'accepted', reason: null, entryId, price, rate, judgedAt: hour };
  const events = publishers.flatMap((publisherId, at) =>
    [1, 2].map((view) => ({
      _id: `impression:${number}:${at}:${view}`,
      ...{ advertiserId: advertiser, publisherId, siteId: `${at}`.repeat(32), occurredAt: hour },
      verdict: { ...verdict, charge: total, demandFee, supplyFee, revenue },
    })),
  );
  await world.db.collection<Stored>('events').insertMany(events);
  const count = BigInt(events.length);
  const about = { campaignId: 'c'.repeat(32), hour };
  const lines = [
    { book: fundsOf(advertiser), amount: -total * count, ...about },
    { book: demandFeesOf(1), amount: demandFee * count, ...about },
    { book: supplyFeesOf(1), amount: supplyFee * count, ...about },
    ...publishers.map((id, at) => ({
      ...{ book: earningsOf(id), amount: revenue * 2n, siteId: `${at}`.repeat(32), ...about },
    })),
  ];
  const entry = { id: entryId, kind: 'charge', at: world.ctx.now(), lines, memo: null } as const;
  await world.ctx.inTransaction((session) => world.ctx.books.post([entry], session));
}

async function readAll(): Promise<Documents> {
  const read = async (name: Collection) => {
    const found = await world.db.collection<Stored>(name).find({}).toArray();
    return [name, new Map(found.map((one) => [one._id, one]))] as const;
  };
  // Has one for every name.
  return Object.fromEntries(await Promise.all(collections.map(read))) as unknown as Documents;
}

async function write(writes: Fault['writes']): Promise<void> {
  for (const [name, _id, after] of writes) {
    const collection = world.db.collection<Stored>(name);
    if (after === null) await collection.deleteOne({ _id });
    else await collection.replaceOne({ _id }, after, { upsert: true });
  }
}

const undone = ({ writes }: Fault): Fault['writes'] =>
  writes.map(([name, id]) => [name, id, documents[name as Collection].get(id) ?? null]);

/** Every fault of one place that somebody could make by hand, by a wrong program, or by a disk. */
function* faults(): Generator<Fault> {
  for (const entry of documents.journalEntries.values()) yield* faultsOfEntry(entry);
  for (const one of documents.balances.values()) {
    yield {
      name: `${one._id} altered`,
      writes: [spoilt('balances', one, 'balance', one['balance'] + 1n)],
    };
    yield { name: `${one._id} deleted`, writes: [['balances', one._id, null]] };
  }
  for (const event of documents.events.values()) yield* faultsOfEvent(event);
  for (const payment of documents.payments.values()) yield* faultsOfPayment(payment);
  for (const batch of documents.paymentBatches.values()) yield* faultsOfBatch(batch);
}

const spoilt = (
  collection: Collection,
  before: Stored,
  member: string,
  after: unknown,
): Fault['writes'][number] => {
  const copy = structuredClone(before);
  const path = member.split('.');
  const last = path.pop()!;
  path.reduce<Record<string, any>>((owner, name) => owner[name], copy)[last] = after;
  return [collection, before._id, copy];
};

/** Balances after what entries gain or lose, as who books wrongly leaves them. */
function rebalanced(changes: readonly { readonly book: string; readonly amount: bigint }[]) {
  return changes.map(({ book, amount }) => {
    const before = documents.balances.get(book) ?? { _id: book, balance: 0n };
    return spoilt('balances', before, 'balance', before['balance'] + amount);
  });
}

function* faultsOfEntry(entry: Stored): Generator<Fault> {
  const { _id, lines } = entry;
  yield { name: `${_id} deleted`, writes: [['journalEntries', _id, null]] };
  const back = lines.map(({ book, amount }: Stored) => ({ book, amount: -amount }));
  yield {
    name: `${_id} left out, with its balances`,
    writes: [['journalEntries', _id, null], ...rebalanced(back)],
  };
  const twice = { ...entry, _id: `${_id}:again` };
  yield {
    name: `${_id} booked twice`,
    writes: [['journalEntries', twice._id, twice], ...rebalanced(lines)],
  };
  for (const [at, { book, amount }] of lines.entries()) {
    yield {
      name: `${_id} line ${at} off by one`,
      writes: [spoilt('journalEntries', entry, `lines.${at}.amount`, amount + 1n)],
    };
    const other = lines[(at + 1) % lines.length];
    const moved = structuredClone(entry);
    moved['lines'][at].amount += 1n;
    moved['lines'][(at + 1) % lines.length].amount -= 1n;
    const changes = [
      { book, amount: 1n },
      { book: other.book, amount: -1n },
    ];
    yield {
      name: `${_id} a unit moved from line ${at} to the next one, with balances`,
      writes: [['journalEntries', _id, moved], ...rebalanced(changes)],
    };
  }
}

function* faultsOfEvent(event: Stored): Generator<Fault> {
  const { _id, verdict } = event;
  const change = (member: string, after: unknown): Fault => ({
    name: `${_id} ${member} changed`,
    writes: [spoilt('events', event, `verdict.${member}`, after)],
  });
  yield { name: `${_id} deleted`, writes: [['events', _id, null]] };
  for (const member of ['charge', 'revenue', 'demandFee', 'price'])
    yield change(member, verdict[member] + 7n);
  yield change('status', 'rejected');
  yield change('entryId', null);
  yield change('entryId', 'charge:none');
}

function* faultsOfPayment(payment: Stored): Generator<Fault> {
  const { _id, state, amount } = payment;
  const change = (member: string, after: unknown): Fault => ({
    name: `payment ${state}: ${member} changed`,
    writes: [spoilt('payments', payment, member, after)],
  });
  yield { name: `payment ${state} deleted`, writes: [['payments', _id, null]] };
  yield change('amount', amount - 1n);
  yield change('state', state === 'confirmed' ? 'sent' : 'confirmed');
  yield change('state', 'returned');
  yield change('address', '0001-00000009-1234');
  yield change('accountId', advertiser);
}

function* faultsOfBatch(batch: Stored): Generator<Fault> {
  const { _id, state, paymentIds } = batch;
  const change = (member: string, after: unknown): Fault => ({
    name: `batch ${state}: ${member} changed`,
    writes: [spoilt('paymentBatches', batch, member, after)],
  });
  yield { name: `batch ${state} deleted`, writes: [['paymentBatches', _id, null]] };
  yield change('state', state === 'confirmed' ? 'returned' : 'confirmed');
  yield change('paymentIds', paymentIds.slice(1));
  if (state === 'confirmed') yield change('transactionId', '0001:00000777:0001');
}

/** Checks that look at entries are one pass; each of the others is run only where those before it found nothing. */
const passes: readonly (readonly BookCheck[])[] = [
  bookChecks.filter((check) => 'start' in check),
  ...bookChecks.filter((check) => 'run' in check).map((check) => [check]),
];

/** The first problem that a check names; null: none does. */
async function problem(): Promise<string | null> {
  for (const checks of passes)
    for (const found of await checkBooks(world.ctx, checks))
      if (found.problem !== null) return found.problem;
  return null;
}

it('names each of a hundred planted faults and more, and nothing where there is none', async () => {
  expect(await problem()).toBeNull();
  const missed: string[] = [];
  let count = 0;
  const spoiltOnes = new Set<string>();
  for (const fault of faults()) {
    for (const [collection] of fault.writes) spoiltOnes.add(collection);
    await write(fault.writes);
    const found = await problem();
    if (found === null) missed.push(fault.name);
    await write(undone(fault));
    count += 1;
  }
  expect(missed).toEqual([]);
  expect([...spoiltOnes].sort()).toEqual([...collections].sort());
  expect(count).toBeGreaterThan(100);
  expect(await problem()).toBeNull();
});
