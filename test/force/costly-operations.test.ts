import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/identity/accounts/account.service';
import { maxPageSize } from '../../src/platform/lists/page';
import { send, sendGraphql, startApp, type TestApp } from '../support/app';
import { cpuMsOf } from '../support/cpu';
import { fillAccount } from '../support/full-account';

/**
 * The most processor time of one operation, also on a busy machine, with its client in the same process; the goal is
 * 50.
 */
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

const tenYears = 'from: "2016-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z"';

/** Operations whose size is a number. */
const operations: Readonly<Record<string, (first: number) => string>> = {
  'campaigns with everything of their own': (n) =>
    `{ campaigns(first: ${n}) { nodes { ${campaignFields} } } }`,
  'campaigns with amounts and times': (n) =>
    `{ campaigns(first: ${n}) { nodes { hourlyBudget maxCpm startsAt createdAt updatedAt targeting } } }`,
  'cursors of campaigns': (n) => `{ campaigns(first: ${n}) { edges { cursor node { id } } } }`,
  'counts of campaigns': (n) => `{ ${aliases(`campaigns(first: ${n}) { totalCount }`)} }`,
  'campaigns with creatives': (n) =>
    `{ campaigns(first: ${n}) { nodes { creatives(first: 100) { nodes { ${creativeFields} } } } } }`,
  'campaigns with ids of creatives': (n) =>
    `{ campaigns(first: ${n}) { nodes { creatives(first: 100) { nodes { id } } } } }`,
  'campaigns with cursors of creatives': (n) =>
    `{ campaigns(first: ${n}) { nodes { creatives(first: 100) { edges { cursor } } } } }`,
  'campaigns with a creative each': (n) =>
    `{ campaigns(first: ${n}) { nodes { creatives(first: 1) { nodes { id } pageInfo { endCursor listCursor } } } } }`,
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
  'payments with what they were earned with': (n) =>
    `{ payments(first: ${n}) { nodes { id earned { siteId hour amount } } } }`,
  'days of ten years in a zone that moves its clocks': (n) =>
    `{ statistics(as: publisher, ${tenYears}, interval: day, timeZone: "Australia/Lord_Howe", first: ${n}) { nodes { from figures { validViews } } totals { revenue rejected { reason } } } }`,
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
    await fillAccount(app.ctx, id);
  });

  const ask = (query: string) => sendGraphql(app, token, query);

  /** The most that the limit of costs lets through. */
  async function largest(operation: (first: number) => string): Promise<number> {
    let [low, high] = [1, maxPageSize];
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
