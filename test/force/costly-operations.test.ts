import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/identity/accounts/account.service';
import { earningsOf, fundsOf } from '../../src/money/books/book';
import { send, startApp, type TestApp } from '../support/app';
import { aCampaign } from '../support/campaigns';
import { cpuMsOf } from '../support/cpu';
import { anEvent } from '../support/events';

const count = 1_000;
/** What one operation may take of the processor, also of a busy one, with its client in the same process; the goal is 50. */
const maxMs = 200;

const campaignFields =
  'id name status suspendedReason landingUrl medium vendor hourlyBudget pacing maxCpc maxCpm startsAt endsAt targeting secret conversionClick conversionClickLink bidStrategyId createdAt updatedAt';
const creativeFields =
  'id name status type mime scope hash url rejectionReason createdAt updatedAt';
const eventFields =
  'id kind caseId campaignId creativeId siteId placementId offeredAt occurredAt status reason price rate charge judgedAt';
const siteFields =
  'id host name status medium vendor categories acceptedCreativeIds rejectedCreativeIds';
/** As many as pages may cost. */
const aliases = (field: string) =>
  Array.from({ length: 10 }, (_, at) => `a${at}: ${field}`).join(' ');
const targeting =
  'user { name items { id label values { id label } } } site { name items { id label } }';

/** Operations whose size is a number. */
const operations: Readonly<Record<string, (first: number) => string>> = {
  'campaigns with everything of their own': (n) =>
    `{ campaigns(first: ${n}) { nodes { ${campaignFields} } } }`,
  'campaigns with amounts and times': (n) =>
    `{ campaigns(first: ${n}) { nodes { hourlyBudget maxCpm startsAt createdAt updatedAt targeting } } }`,
  'cursors of campaigns': (n) => `{ campaigns(first: ${n}) { edges { cursor node { id } } } }`,
  'counts of campaigns': (n) => `{ ${aliases(`campaigns(first: ${n}) { totalCount }`)} }`,
  'campaigns with creatives': (n) =>
    `{ campaigns(first: ${n}) { nodes { creatives { ${creativeFields} } } } }`,
  'campaigns with ids of creatives': (n) =>
    `{ campaigns(first: ${n}) { nodes { creatives { id } } } }`,
  'sites with everything of their own': (n) => `{ sites(first: ${n}) { nodes { ${siteFields} } } }`,
  'counts of sites': (n) => `{ ${aliases(`sites(first: ${n}) { totalCount }`)} }`,
  'events with everything of their own': (n) =>
    `{ events(campaignId: "${'0'.repeat(32)}", first: ${n}) { nodes { ${eventFields} previousVerdicts { reason price charge } } } }`,
  'ids of events': (n) =>
    `{ events(campaignId: "${'0'.repeat(32)}", first: ${n}) { nodes { id } } }`,
  'events of a status that none has': (n) =>
    `{ ${aliases(`events(campaignId: "${'0'.repeat(32)}", status: pending, first: ${n}) { nodes { id } }`)} }`,
  'lines of a journal': (n) =>
    `{ journal(first: ${n}) { nodes { id bookedAt kind pocket amount siteId campaignId hour memo } } }`,
  'all of the taxonomy again and again': (n) =>
    `{ ${Array.from({ length: Math.min(n, 15) }, (_, at) => `a${at}: media { name targeting { ${targeting} } }`).join(' ')} }`,
};

describe('the largest operation that is allowed', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    const login = { email: 'both@test.example', password: 'correct horse' };
    const { id } = await createAccount(app.ctx, { ...login, roles: ['advertiser', 'publisher'] });
    const { body } = await send(`${app.url}/auth/login`, { json: login });
    token = body.apiToken as string;
    await fill(id);
  });

  /** As many campaigns as a page has, some with as many creatives as one may have; and sites. */
  async function fill(ownerId: string): Promise<void> {
    const { campaigns, creatives, sites } = app.ctx;
    const now = new Date();
    const all = Array.from({ length: count }, (_, at) => ({
      ...aCampaign({ advertiserId: ownerId, name: `Campaign ${at}` }),
      _id: at.toString(16).padStart(32, '0'),
      sequence: at + 1,
      status: 'inactive',
      targeting: { requires: { user: { country: ['de', 'fr'] } }, excludes: {} },
      hasTargetingLevels: true,
      secret: 'x'.repeat(22),
      conversionClick: 'basic',
      bidStrategyId: '0'.repeat(32),
    }));
    await campaigns.models[0]!.insertMany(all as never);
    const few = all
      .slice(0, 30)
      .flatMap(({ _id }, at) =>
        Array.from({ length: 100 }, (_, of) => ({ campaignId: _id, number: at * 100 + of })),
      );
    const idOf = (kind: string, number: number) =>
      `${kind}${number.toString(16)}`.padStart(32, '0');
    await creatives.models[0]!.insertMany(
      few.map(({ campaignId, number }) => ({
        _id: idOf('c', number),
        campaignId,
        advertiserId: ownerId,
        name: 'Banner',
        status: 'active',
        type: 'image',
        mime: 'image/png',
        scope: '300x250',
        hash: 'a'.repeat(40),
        contentId: 'b'.repeat(64),
        insertionId: '',
        byteLength: 5_000,
        keywords: { 'x:category': ['crypto', 'news'] },
      })) as never,
    );
    await fillMoney(ownerId, now);
    await sites.models[0]!.insertMany(
      all.map(({ _id }, at) => ({
        _id,
        publisherId: ownerId,
        host: `site${at}.example`,
        name: 'News',
        status: 'active',
        medium: 'web',
        vendor: null,
        categories: [],
        acceptedCreativeIds: Array.from({ length: 20 }, () => _id),
        rejectedCreativeIds: [],
        filtering: { requires: [], excludes: [] },
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      })) as never,
    );
  }

  /** Events of the first campaign, and what was booked of them. */
  async function fillMoney(ownerId: string, now: Date): Promise<void> {
    const { books, inTransaction, events } = app.ctx;
    const [campaignId, publisherId] = ['0'.repeat(32), 'e'.repeat(32)];
    const judged = { status: 'accepted', reason: null, price: 10n ** 9n, rate: 10n ** 9n };
    const amounts = { charge: 10n ** 11n, demandFee: 0n, supplyFee: 0n, revenue: 10n ** 11n };
    const verdict = { ...judged, ...amounts, judgedAt: now, entryId: null, batch: 1 };
    const ofCampaign = Array.from({ length: 6 * count }, () => {
      const { id, ...event } = anEvent({ campaignId, advertiserId: ownerId });
      return { _id: id, ...event, verdict };
    });
    await events.models[0]!.insertMany(ofCampaign as never);
    const lines = [
      { book: fundsOf(ownerId), amount: -5n, campaignId, hour: now },
      { book: earningsOf(publisherId), amount: 5n, siteId: campaignId, campaignId, hour: now },
    ];
    const entries = Array.from({ length: count }, (_, at) => {
      return { id: `charge:${at}`, kind: 'charge', at: now, lines, memo: null } as const;
    });
    await inTransaction((session) => books.post(entries, session));
  }

  const ask = (query: string) =>
    send(`${app.url}/graphql`, { headers: { Authorization: `Bearer ${token}` }, json: { query } });

  /** The most that the limit of costs lets through. */
  async function largest(operation: (first: number) => string): Promise<number> {
    let [low, high] = [1, count];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const { status } = await ask(operation(middle));
      if (status === 200) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  it.each(Object.entries(operations))('takes little: %s', async (_case, operation) => {
    const query = operation(await largest(operation));
    const ms = await cpuMsOf(async () => {
      const { status, body } = await ask(query);
      expect([status, body.errors]).toEqual([200, undefined]);
    }, maxMs);
    expect(ms).toBeLessThan(maxMs);
  });
});
