import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import {
  nothingBooked,
  nothingTold,
  type PeerReceipt,
  type ReceiptPart,
} from '../../../src/money/peer-receipts/peer-receipt';
import { createPeerReceiptStore } from '../../../src/money/peer-receipts/peer-receipt.store';
import { createReceiptBoostStore } from '../../../src/money/peer-receipts/receipt-boost.store';
import { openDatabase } from '../../../src/platform/database/connection';
import { createTransactions } from '../../../src/platform/database/transaction';
import { freshDatabase } from '../../support/database';
import samples from '../../vectors/stored-forms.json';

const { EJSON } = mongoose.mongo.BSON;
const newest = (forms: Readonly<Record<string, string>>) => Object.values(forms).at(-1)!;
const read = (text: string) => EJSON.parse(text, { useBigInt64: true }) as { _id: never };

let db: Connection;
beforeAll(async () => {
  db = await openDatabase(await freshDatabase());
});
afterAll(() => db.close());

const id = '1'.repeat(32);
const campaignId = '6'.repeat(32);
const stores = () => {
  const receipts = createPeerReceiptStore(db);
  const [ofReceipts, ofParts] = receipts.models.map(({ collection }) => collection);
  return { receipts, ofReceipts: ofReceipts!, ofParts: ofParts! };
};
let found: ReturnType<typeof stores>;
let boosts: ReturnType<typeof createReceiptBoostStore>;
beforeAll(() => {
  found = stores();
  boosts = createReceiptBoostStore(db);
});
beforeEach(async () => {
  const models = [...found.receipts.models, ...boosts.models];
  for (const { collection } of models) await collection.deleteMany({});
});
const inTransaction: ReturnType<typeof createTransactions> = (work) => createTransactions(db)(work);

const at = new Date('2026-11-22T10:00:00Z');
const whole = { allocation: 5n, boost: 0n, events: 100n };
/** The same receipt in each form. */
const receipt: PeerReceipt = {
  ...{ id, depositId: id, peer: '0001-00000004-DBEB', transactionId: '0001:00000009:0001' },
  ...{ amount: 100_000_000_000n, state: 'told', receivedAt: at, isReversed: false, reversals: 1 },
  ...{ nextAt: at, problem: null, endedAt: null, removal: null },
  told: {
    ...{ ...nothingTold, meta: whole, offset: 2, pages: 1, parts: 1, lines: 2, sum: 100n },
    leftOut: 0,
  },
  booked: { ...nothingBooked, parts: 1, amount: 100n, credited: 60n },
};
const boosted: PeerReceipt = {
  ...{ ...receipt, depositId: '2'.repeat(32) },
  told: { ...receipt.told, meta: { ...whole, boost: 40n }, boosts: 1 },
  booked: { ...receipt.booked, amount: 140n, credited: 100n, boostedParts: 1, boost: 40n },
};
const ofForm: Readonly<Record<string, PeerReceipt>> = { '1': receipt, '2': boosted };

const lines = [
  { caseId: `${'a'.repeat(30)}00`, value: 60n },
  { caseId: `${'b'.repeat(30)}00`, value: 40n },
];
const outcomes = [
  { eventId: 'impression:e1', booked: 60n, supplyFee: 0n, boost: 0n, boostFee: 0n },
  { eventId: null, booked: 40n, supplyFee: 0n, boost: 0n, boostFee: 0n },
];
const boostOf = [{ ...outcomes[0]!, boost: 40n }, outcomes[1]!];
const partOfForm: Readonly<Record<string, ReceiptPart>> = {
  '1': { number: 0, lines, outcomes },
  '2': { number: 0, lines, outcomes: boostOf },
};

describe('receipts of other servers', () => {
  it.each(Object.entries(samples.peerReceipts))('are read in form %s', async (form, text) => {
    await found.ofReceipts.insertOne(read(text));
    expect(await found.receipts.find(id)).toEqual(ofForm[form]);
  });

  it('are written in the newest form', async () => {
    await inTransaction((session) => found.receipts.insert(boosted, session));
    const stored = await found.ofReceipts.findOne({}, { useBigInt64: true });
    expect(stored).toEqual(read(newest(samples.peerReceipts)));
  });
});

it('are due again where a clock that was ahead has put them off', async () => {
  const minute = 60_000;
  const later = [-1, 60, 61].map((minutes) => new Date(at.getTime() + minutes * minute));
  await inTransaction(async (session) => {
    for (const [nth, nextAt] of later.entries())
      await found.receipts.insert({ ...receipt, id: `${nth}`.repeat(32), nextAt }, session);
  });
  const due = await found.receipts.listDue(at, 10);
  expect(due.map(({ nextAt }) => nextAt)).toEqual([later[0], later[2]]);
});

describe('their parts', () => {
  it.each(Object.entries(samples.peerReceiptParts))('are read in form %s', async (form, text) => {
    await found.ofParts.insertOne(read(text));
    expect(await found.receipts.findPart(id, 0)).toEqual(partOfForm[form]);
  });

  it('are written in the newest form', async () => {
    await inTransaction(async (session) => {
      await found.receipts.putParts(id, { from: 0, put: [lines] }, session);
      await found.receipts.noteOutcomes(id, { number: 0, outcomes: boostOf }, session);
    });
    const stored = await found.ofParts.findOne({}, { useBigInt64: true });
    expect(stored).toEqual(read(newest(samples.peerReceiptParts)));
  });
});

describe('their boosts', () => {
  it('are read in every form, and written in the newest', async () => {
    const told = [{ campaignId, value: 40n }];
    const [model] = boosts.models;
    for (const text of Object.values(samples.peerReceiptBoosts)) {
      await model!.collection.insertOne(read(text));
      const kept = await inTransaction((session) => boosts.find(id, session));
      expect(kept).toEqual({ boosts: told, valueOf: new Map([[campaignId, 60n]]) });
      await model!.collection.deleteMany({});
    }
    await inTransaction(async (session) => {
      await boosts.put(id, told, session);
      await boosts.addValues(id, new Map([[campaignId, 60n]]), session);
    });
    const stored = await model!.collection.findOne({}, { useBigInt64: true });
    expect(stored).toEqual(read(newest(samples.peerReceiptBoosts)));
  });
});
