import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { encodeSections } from '../src/insight/statistics/roll-ups/encode-sections';
import { inLayer } from '../src/insight/statistics/roll-ups/layers';
import {
  rollUpIdOf,
  RollUps,
  type RollUpKey,
  wholeOf,
} from '../src/insight/statistics/roll-ups/roll-up';
import {
  createVisitorDayStore,
  type FirstViews,
} from '../src/insight/statistics/first-views/visitor-day.store';
import { reportPart } from '../src/insight/statistics-reports/statistics-report';
import {
  parseUnsubscription,
  signUnsubscription,
} from '../src/insight/notifications/unsubscribe-link';
import { formatChanges, readChanges } from '../src/market/frequency/change-bytes';
import { formatKeyedCounts, readKeyedCounts } from '../src/market/frequency/count-bytes';
import { type EventKind, readToken, signOffer } from '../src/market/events/event-token';
import { decodeRecords, encodeRecords } from '../src/market/events/journal-record';
import { openDatabase } from '../src/platform/database/connection';
import { createTransactions } from '../src/platform/database/transaction';
import { decodeCursor, encodeCursor } from '../src/platform/lists/cursor';
import { createPaymentBatchStore } from '../src/money/payments/batch/payment-batch.store';
import { formatTrackingId, parseTrackingId } from '../src/supply/visitors/tracking-id';
import { freshDatabase } from './support/database';
import { anEvent } from './support/events';
import type { SigningKeys } from '../src/platform/keys/signing-key.store';
import samples from './vectors/stored-forms.json';

const { EJSON } = mongoose.mongo.BSON;

/**
 * Samples of the forms that this server and earlier versions of it have stored and signed. A new form gets a sample of its own behind those
 * that there are; none of them ever goes. Facts have their samples in a test of their codec.
 */
const newest = (forms: Readonly<Record<string, string>>) => Object.values(forms).at(-1);
const later = (text: string) => text.replace(/^\d+/, '99');

const ids = {
  ...{ requestId: '1'.repeat(32), placementId: '2'.repeat(32), siteId: '3'.repeat(32) },
  ...{ publisherId: '4'.repeat(32), creativeId: '5'.repeat(32), campaignId: '6'.repeat(32) },
  advertiserId: '7'.repeat(32),
};
const keys: SigningKeys = [
  { keyId: samples.key.keyId, secret: createSecretKey(samples.key.secret, 'hex') },
];

describe('sections of roll-ups', () => {
  const at = Date.UTC(2026, 0, 1);
  const key = { family: 'site', ownerId: 'si', hour: at / 3_600_000 } as const;
  const read = (creative: string) => {
    const rollUps = new RollUps(['site']);
    rollUps.addStored(key, { creative });
    return [...rollUps.byId.values()][0]!;
  };
  const none = { requests: 0, offers: 0 };
  const noErrors = { client: 0, server: 0 };
  const ofViews = {
    counts: {
      ...{ views: 1, validViews: 1, uniqueViews: 0, uniqueSiteViews: 1 },
      ...{ clicks: 0, validClicks: 0, conversions: 0, measuredViews: 0, measuredClicks: 0 },
      ...{ ownViews: 0, reached: 0 },
    },
    amounts: {
      ...{ cost: 200_000_000n, conversionValue: 0n, earned: 180_000_000n },
      ...{ charge: 9_007_199_254_740_993n, revenue: 190_000_000n, fees: 0n },
    },
    rejected: new Map(),
    finds: none,
    errors: noErrors,
  };
  const ofClicks = {
    counts: {
      ...{ views: 0, validViews: 0, uniqueViews: 0, uniqueSiteViews: 0 },
      ...{ clicks: 1, validClicks: 0, conversions: 0, measuredViews: 0, measuredClicks: 0 },
      ...{ ownViews: 0, reached: 0 },
    },
    amounts: { cost: 0n, conversionValue: 0n, earned: 0n, charge: 0n, revenue: 0n, fees: 0n },
    rejected: new Map([['click:bot', 1]]),
    finds: none,
    errors: noErrors,
  };

  it.each(Object.entries(samples.sections))('are read in form %s', (_form, text) => {
    expect(read(text)).toEqual({
      ...key,
      sections: new Map([['creative', new Map([['pl ca cr', [ofViews, ofClicks, null, null]]])]]),
    });
  });

  it('are written in the newest form', () => {
    const section = newest(samples.sections)!;
    expect(encodeSections(read(section))).toEqual({ creative: section });
  });

  it('of before frequencies were counted have all that happened as not known', () => {
    const rollUps = new RollUps(['campaign']);
    const audience = newest(samples.sections)!;
    rollUps.addStored({ ...key, family: 'campaign' }, { audience });
    const [rollUp] = rollUps.byId.values();
    expect(rollUp!.sections.get('frequency')).toEqual(
      new Map([['', [ofViews, ofClicks, null, null]]]),
    );
  });

  it('of a later form are refused', () => {
    expect(() => read(later(newest(samples.sections)!))).toThrow(
      'a section of a roll-up has form 99, which a later version of Adgate stores',
    );
  });
});

describe('layers of a roll-up', () => {
  const key: RollUpKey = { family: 'site', ownerId: 'si', hour: 490_896 };
  const documents = Object.values(samples.rollUpDocuments);

  it('are read as parts of it, whatever form each has', () => {
    const rollUps = new RollUps(['site']);
    for (const { sections } of documents)
      rollUps.addStored(wholeOf({ ...key, layer: 1 }), sections);
    const [rollUp, ...others] = rollUps.byId.values();
    const [row] = rollUp!.sections.get('creative')!.values();
    expect([others, row![0]!.counts.views]).toEqual([[], documents.length]);
  });

  it('are named in the newest form', () => {
    const { _id, layer } = samples.rollUpDocuments[2];
    expect(rollUpIdOf(inLayer(key, layer))).toBe(_id);
    expect(rollUpIdOf(inLayer(key, 0))).toBe(samples.rollUpDocuments[1]._id);
  });
});

describe('first views of a visitor’s day', () => {
  const views: FirstViews = {
    cca: [Date.UTC(2026, 0, 1), 'e1'],
    ssi: [Date.UTC(2026, 0, 1) + 1, 'e2'],
  };

  it('are read in every form, and written in the newest', async () => {
    const db = await openDatabase(await freshDatabase());
    try {
      const store = createVisitorDayStore(db);
      const days = store.models[0]!.collection;
      const forms = Object.entries(samples.firstViews);
      await days.insertMany(forms.map(([_id, firsts]) => ({ _id: _id as never, firsts })));
      await createTransactions(db)(async (session) => {
        const ids = forms.map(([form]) => form);
        expect([...(await store.list(ids, session))]).toEqual(ids.map((id) => [id, views]));
        await store.save(new Map([['new', views]]), new Set(), session);
      });
      const saved = await days.findOne({ _id: 'new' as never });
      expect(saved).toMatchObject({ firsts: newest(samples.firstViews) });
    } finally {
      await db.close();
    }
  });
});

describe('views of visitors', () => {
  const key = { first: 0xfedcba98, second: 0x76543210 };
  const changes = [
    { key, change: { kind: 'offer', at: 1_780_000_000 } },
    { key, change: { kind: 'view', hour: 494_444, offeredAt: 1_780_000_000 } },
    { key, change: { kind: 'view', hour: 494_445, offeredAt: null } },
  ] as const;
  const count = {
    ...{ hour: 494_445, inHour: 1, inDay: 2, inWeek: 300, inLife: 65_535 },
    ...{ open: -2, openedAt: 1_780_000_000 },
  };

  it.each(Object.entries(samples.frequencyShares))('are read in form %s', (_form, hex) => {
    expect([...readChanges(Buffer.from(hex, 'hex'))]).toEqual(changes);
  });

  it.each(Object.entries(samples.frequencySlices))(
    'that are kept are read in form %s',
    (_form, hex) => {
      expect([...readKeyedCounts(Buffer.from(hex, 'hex'))]).toEqual([[key, count]]);
    },
  );

  it.each(Object.entries(samples.uncappedViews))(
    'of campaigns without caps are read in form %s, and written',
    (_form, hex) => {
      const seen = [{ key, change: { kind: 'uncappedView', hour: 494_446 } }] as const;
      expect([...readChanges(Buffer.from(hex, 'hex'))]).toEqual(seen);
      expect(formatChanges(seen).toString('hex')).toBe(newest(samples.uncappedViews));
    },
  );

  it('are written in the newest form', async () => {
    expect(formatChanges(changes).toString('hex')).toBe(newest(samples.frequencyShares));
    const bytes = await formatKeyedCounts([[key, count]]);
    expect(bytes.toString('hex')).toBe(newest(samples.frequencySlices));
  });

  it('of a later form are refused', () => {
    const bytes = Buffer.from([99]);
    expect(() => [...readChanges(bytes)]).toThrow('a later form');
    expect(() => [...readKeyedCounts(bytes)]).toThrow('a later form');
  });
});

describe('parts of reports', () => {
  const rows = [['2026-01-01T00:00:00.000Z', 'ca', 'Spring <i>', 12, '0.00200000000', null]];

  it.each(Object.entries(samples.reportParts))('are read in form %s', (_form, text) => {
    expect(reportPart.decode(text)).toEqual(rows);
  });

  it('are written in the newest form', () => {
    expect(reportPart.encode(rows)).toBe(newest(samples.reportParts));
  });
});

describe('records of the journal', () => {
  const event = anEvent({
    ...{ id: 'a'.repeat(32), kind: 'click', caseId: '9'.repeat(32), offerId: 'b'.repeat(32) },
    ...ids,
    ...{ trackingId: null, userAgent: 'Firefox/140.0' },
    ...{ price: 5_000_000_000n, needsConfirmation: true },
  });

  it.each(Object.entries(samples.journalRecords))('are read in form %s', (_form, base64) => {
    expect(decodeRecords(Buffer.from(base64, 'base64'))).toEqual({
      events: [event],
      tornBytes: 0,
      isDamaged: false,
    });
  });

  it('are written in the newest form', () => {
    expect(encodeRecords([event]).toString('base64')).toBe(newest(samples.journalRecords));
  });

  const { peer, ...ofPeer } = samples.journalPeerEvent;
  const peerEvent = anEvent({ ...event, ...ofPeer, peer: { ...peer, unmet: null } });

  it.each(Object.entries(samples.journalPeerRecords))(
    'of other servers are read in form %s',
    (_form, base64) => {
      const { events } = decodeRecords(Buffer.from(base64, 'base64'));
      expect(events).toEqual([peerEvent]);
    },
  );

  it('of other servers are written in the newest form', () => {
    const written = encodeRecords([peerEvent]).toString('base64');
    expect(written).toBe(newest(samples.journalPeerRecords));
  });

  const view = anEvent({
    ...{ ...event, kind: 'impression', needsConfirmation: false },
    ...{ isMeasured: false, requiresViewability: true },
  });

  it.each(Object.entries(samples.journalMeasuredRecords))(
    'of views that must have been measured are read in form %s',
    (_form, base64) => {
      expect(decodeRecords(Buffer.from(base64, 'base64')).events).toEqual([view]);
    },
  );

  it('of views that must have been measured are written in the newest form', () => {
    const written = encodeRecords([view]).toString('base64');
    expect(written).toBe(newest(samples.journalMeasuredRecords));
  });

  const second = anEvent({ ...event, kind: 'impression', needsConfirmation: false, frequency: 2 });
  it.each(Object.entries(samples.journalFrequencyRecords))(
    'of views with a frequency are read in form %s, and written',
    (_form, base64) => {
      expect(decodeRecords(Buffer.from(base64, 'base64')).events).toEqual([second]);
      const written = encodeRecords([second]).toString('base64');
      expect(written).toBe(newest(samples.journalFrequencyRecords));
    },
  );

  it('of a later form are refused, and not taken for damaged', () => {
    const [one] = decodeRecords(encodeRecords([event])).events;
    const record = encodeRecords([{ ...one!, version: 99 } as typeof event]);
    expect(() => decodeRecords(record)).toThrow(
      'the journal has a record of form 99, which a later version of Adgate writes',
    );
  });
});

describe('tokens of events', () => {
  const offer = {
    ...ids,
    ...{ trackingId: '8'.repeat(32), ordinal: 1, offeredAt: 1_780_000_000 },
    ...{ viewPrice: 200_000_000n, clickPrice: 5_000_000_000n },
    ...{ needsConfirmation: true, isTest: false, isWeb: false, isForeign: false },
    unmeasuredPrice: 100,
  };
  const now = new Date(offer.offeredAt * 1000);

  it.each<[EventKind, Readonly<Record<string, string>>]>([
    ['impression', samples.impressionTokens],
    ['click', samples.clickTokens],
  ])('of an %s are read in every form', (kind, forms) => {
    for (const token of Object.values(forms))
      expect(readToken(keys, kind, token, now)).toEqual(offer);
  });

  const withTerms = { ...offer, unmeasuredPrice: 40 };

  it('with a price of views that were not measured are read in every form', () => {
    for (const token of Object.values(samples.evidenceTokens))
      expect(readToken(keys, 'impression', token, now)).toEqual(withTerms);
  });

  it('are signed in the newest form', () => {
    expect(signOffer(keys, withTerms).impressionToken).toBe(newest(samples.evidenceTokens));
    expect(signOffer(keys, offer)).toEqual({
      impressionToken: newest(samples.impressionTokens),
      clickToken: newest(samples.clickTokens),
    });
  });
});

describe('transactions of the account that pays', () => {
  const read = (text: string) => EJSON.parse(text, { useBigInt64: true }) as { _id: never };
  let db: Connection;
  beforeEach(async () => {
    db = await openDatabase(await freshDatabase());
  });
  afterEach(() => db.close());

  it.each(Object.entries(samples.paymentBatches))(
    'with payments are read in form %s',
    async (_form, text) => {
      const store = createPaymentBatchStore(db);
      await store.models[0]!.collection.insertOne(read(text));
      const at = new Date('2026-11-22T10:00:00Z');
      expect(await store.listOpen()).toEqual([
        {
          ...{ id: 'b1', kind: 'transfer', state: 'sent', isAbandoned: false },
          ...{
            sender: '0001-00000001-8B4E',
            data: '05',
            signature: 'EF',
            time: at,
            preparedAt: at,
          },
          ...{ position: { messageId: 3, hash: 'AB' }, next: { messageId: 4, hash: 'CD' } },
          ...{
            sentAt: new Date('2026-11-22T10:00:01Z'),
            amount: 200_000_000_000n,
            fee: 100_000_000n,
          },
          ...{ paymentIds: ['p1', 'p2'], orderId: null, asideSince: null },
          ...{ transactionId: null, problem: null, undecided: null, proof: null, replacements: 0 },
        },
      ]);
    },
  );

  it.each([
    ['payments', newest(samples.paymentBatches)!],
    ['words to the network', newest(samples.broadcastBatches)!],
  ])('with %s are written in the newest form', async (_case, text) => {
    const store = createPaymentBatchStore(db);
    const { collection } = store.models[0]!;
    await collection.insertOne(read(text));
    const [batch] = await store.listOpen();
    await collection.deleteMany({});
    await createTransactions(db)((session) => store.insert(batch!, session));
    expect(await collection.findOne({}, { useBigInt64: true })).toEqual(read(text));
  });

  it('of a later kind are refused', async () => {
    const store = createPaymentBatchStore(db);
    const batch = { ...read(newest(samples.broadcastBatches)!), kind: 'oracle' };
    await store.models[0]!.collection.insertOne(batch);
    await expect(store.listOpen()).rejects.toThrow(
      'transaction b2 is of the kind oracle, which a later version of Adgate stores',
    );
  });
});

describe('what stands in mails, cookies and lists', () => {
  const accountId = '1'.repeat(32);
  const unsubscription = { accountId, kind: 'campaign.ended' } as const;
  const visitor = '8'.repeat(32);
  const list = 'campaigns of a';
  const takenAt = 1_780_000_000_000;
  const position = {
    offset: 20,
    snapshot: { last: [takenAt, 'c20'] as const, takenAt, total: 41 },
  };

  it('is read in every form', () => {
    for (const token of Object.values(samples.unsubscriptions))
      expect(parseUnsubscription(keys, token)).toEqual(unsubscription);
    for (const text of Object.values(samples.trackingIds))
      expect(parseTrackingId(keys, text)).toBe(visitor);
    for (const cursor of Object.values(samples.cursors))
      expect(decodeCursor(keys, list, cursor)).toEqual(position);
  });

  it('is written in the newest form', () => {
    expect(signUnsubscription(keys, unsubscription)).toBe(newest(samples.unsubscriptions));
    expect(formatTrackingId(keys[0], visitor)).toBe(newest(samples.trackingIds));
    expect(encodeCursor(keys, list, position)).toBe(newest(samples.cursors));
  });
});
