import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

let app: TestApp;
let creativeId: string;
let operator: string;

const minute = 60_000;
/** As the schema prints times. */
const seconds = (at: Date) => at.toISOString().replace(/\.\d+Z$/, '+00:00');
const all = `{ reports: allCreativeReports {
  id creativeId reason count firstReportedAt lastReportedAt lastHash comments
} }`;

/** The token of a new offer. */
async function offer(): Promise<string> {
  const { body } = await send(`${app.url}/supply/find`, {
    json: {
      context: { iid: randomUUID(), url: 'https://news.example/' },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  return String(new URL(body.data[0].viewUrl).searchParams.get('e'));
}
const report = (members: object) => send(`${app.url}/supply/report`, { json: members });
const list = async () => (await sendGraphql(app, operator, all)).body.data.reports;

beforeAll(async () => {
  app = await startApp();
  const { creatives } = await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
  creativeId = creatives[0]!.id;
  operator = await logIn(app, 'operator');
});

describe('POST /supply/report', () => {
  it('counts what pages report of the creatives that they were offered', async () => {
    const [first, second] = [new Date(Date.now() + minute), new Date(Date.now() + 5 * minute)];
    app.clock.now = () => first;
    const token = await offer();
    const hash = 'a'.repeat(40);
    const { status, body, headers } = await report({ token, reason: 'tampered', hash });
    expect([status, body, headers.get('access-control-allow-origin')]).toEqual([204, '', null]);
    app.clock.now = () => second;
    expect((await report({ token, reason: 'tampered' })).status).toBe(204);
    app.clock.now = () => new Date();
    expect(await list()).toEqual([
      {
        id: `${creativeId}-tampered`,
        creativeId,
        reason: 'tampered',
        count: 2,
        firstReportedAt: seconds(first),
        lastReportedAt: seconds(second),
        lastHash: hash,
        comments: [],
      },
    ]);
  });

  it('keeps the last ten comments', async () => {
    const token = await offer();
    for (let at = 1; at <= 12; at += 1)
      await report({ token, reason: 'other', comment: ` Number ${at} ` });
    const found = (await list()).find(({ reason }: { reason: string }) => reason === 'other');
    expect([found.count, found.lastHash]).toEqual([12, null]);
    expect(found.comments).toEqual(Array.from({ length: 10 }, (_, at) => `Number ${at + 3}`));
  });

  it.each([
    ['an unknown reason', { reason: 'boring' }, 422],
    ['a hash that is none', { hash: 'A'.repeat(40) }, 422],
    ['a long comment', { comment: 'x'.repeat(501) }, 422],
    ['a comment of control characters', { comment: 'a\u0000b' }, 422],
    ['no token', { token: null }, 422],
    ['a token of nobody’s', { token: 'x'.repeat(221) }, 403],
  ])('refuses %s', async (_case, change, status) => {
    const token = await offer();
    expect((await report({ token, reason: 'other', ...change })).status).toBe(status);
  });

  it('refuses an old offer, and a click’s token', async () => {
    const token = await offer();
    app.clock.now = () => new Date(Date.now() + 25 * 60 * minute);
    expect((await report({ token, reason: 'other' })).status).toBe(410);
    app.clock.now = () => new Date();
    const { body } = await send(`${app.url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://news.example/' },
        placements: [{ id: '1', width: 300, height: 250 }],
      },
    });
    const click = new URL(body.data[0].clickUrl).searchParams.get('e');
    expect((await report({ token: click, reason: 'other' })).status).toBe(403);
  });

  it('takes so many a minute from one network', async () => {
    const token = await offer();
    const now = new Date();
    app.clock.now = () => now;
    const replies = await Promise.all(
      Array.from({ length: 320 }, () => report({ token, reason: 'broken' })),
    );
    app.clock.now = () => new Date();
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('reports that an operator closes', () => {
  const ask = async (query: string, token = operator) =>
    (await sendGraphql(app, token, query)).body;
  const listed = async (isOpen: boolean) =>
    (await ask(`{ reports: allCreativeReports(isOpen: ${isOpen}) { id count openCount finding } }`))
      .data.reports;
  const close = (id: string, count: number, finding = 'no_fault') =>
    ask(`mutation { reports: closeCreativeReports(
      creativeId: "${id}", input: { seen: [{ reason: malware, count: ${count} }], finding: ${finding} }
    ) { id count openCount finding closedAt } }`);

  /** Reports of an ad that has none. */
  async function reportNew(count: number): Promise<string> {
    const { creatives, campaign } = await createActiveCampaign(app.ctx);
    const { id } = creatives[0]!;
    for (let at = 0; at < count; at += 1) await addReport(id, campaign);
    return id;
  }
  const addReport = (
    id: string,
    campaign: { readonly id: string; readonly advertiserId: string },
  ) =>
    app.ctx.creativeReports.count({
      ...{ creativeId: id, campaignId: campaign.id, advertiserId: campaign.advertiserId },
      ...{ reason: 'malware', siteId: 'b'.repeat(32), hash: null, comment: null },
      reportedAt: app.ctx.now(),
    });
  async function expectRefused(query: string, seen: string, member: string): Promise<void> {
    const { errors } = await ask(query.replace('[]', `[${seen}]`));
    expect(errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { [member]: expect.anything() },
    });
  }
  const find = (reports: readonly { readonly id: string }[], id: string) =>
    reports.find((report) => report.id === `${id}-malware`);

  it('are open till then, and are closed once, however often that is asked', async () => {
    const id = await reportNew(2);
    expect(find(await listed(true), id)).toMatchObject({ count: 2, openCount: 2, finding: null });
    expect(find(await listed(false), id)).toBeUndefined();
    const first = await close(id, 2);
    expect(first.data.reports).toMatchObject([{ count: 2, openCount: 0, finding: 'no_fault' }]);
    app.clock.now = () => new Date(Date.now() + 5 * minute);
    expect(await close(id, 2)).toEqual(first);
    app.clock.now = () => new Date();
    expect(find(await listed(true), id)).toBeUndefined();
    expect(find(await listed(false), id)).toMatchObject({ openCount: 0, finding: 'no_fault' });
  });

  it('stay open where they came after the look, and are opened again by a later one', async () => {
    const id = await reportNew(3);
    expect((await close(id, 2)).data.reports).toMatchObject([{ count: 3, openCount: 1 }]);
    expect(find(await listed(true), id)).toMatchObject({ openCount: 1, finding: 'no_fault' });
    // A look at less than was closed opens nothing.
    expect((await close(id, 1, 'fault')).data.reports).toMatchObject([
      { openCount: 1, finding: 'no_fault' },
    ]);
    await close(id, 3, 'fault');
    expect(find(await listed(false), id)).toMatchObject({ openCount: 0, finding: 'fault' });
    await addReport(id, { id, advertiserId: id });
    expect(find(await listed(true), id)).toMatchObject({ count: 4, openCount: 1 });
  });

  it('loses none that comes while others are closed', async () => {
    const id = await reportNew(5);
    const about = { id, advertiserId: id };
    await Promise.all([
      ...Array.from({ length: 10 }, () => addReport(id, about)),
      ...Array.from({ length: 5 }, () => close(id, 5)),
    ]);
    expect(find(await listed(true), id)).toMatchObject({ count: 15, openCount: 10 });
  });

  it('names the creative and the site, writes the audit log and tells the owner nothing', async () => {
    const { creatives, campaign } = await createActiveCampaign(app.ctx);
    const { id, name, hash } = creatives[0]!;
    await addReport(id, campaign);
    const facts = `{ reports: allCreativeReports(afterId: "${id}") {
      creativeId creative { name type mime scope status url landingUrl peer { host } } lastSite { host }
    } }`;
    expect((await ask(facts)).data.reports[0]).toEqual({
      creativeId: id,
      creative: {
        ...{ name, type: 'image', mime: 'image/png', scope: '300x250', status: 'active' },
        ...{ landingUrl: campaign.landingUrl, peer: null },
        url: `${app.url}/serve/x${id}.doc?v=${hash.slice(0, 4)}`,
      },
      lastSite: null,
    });
    const notices = () =>
      app.ctx.creatives.models[0]!.db.collection('noticeOutbox').countDocuments();
    const before = await notices();
    await close(id, 1);
    expect(await notices()).toBe(before);
    const log = await ask(
      `{ log: allAuditEntries(operation: "closeCreativeReports", objectId: "${id}") {
        nodes { objectKind objectName outcome members { name value } }
      } }`,
    );
    expect(log.data.log.nodes).toEqual([
      expect.objectContaining({ objectKind: 'Creative', objectName: name, outcome: 'done' }),
    ]);
    expect(log.data.log.nodes[0].members).toContainEqual({ name: 'finding', value: 'no_fault' });
    await app.ctx.creatives.models[0]!.deleteOne({ _id: id });
    expect((await ask(facts)).data.reports[0]).toMatchObject({ creative: null });
  });

  it('are closed by operators alone, and by one entry a reason with a count', async () => {
    const advertiser = await logIn(app, 'advertiser');
    const query = `mutation { closeCreativeReports(creativeId: "${creativeId}", input: { seen: [], finding: no_fault }) { id } }`;
    expect((await ask(query, advertiser)).errors[0].extensions.code).toBe('FORBIDDEN');
    await expectRefused(query, '{ reason: other, count: 1 }'.repeat(7), 'seen');
    await expectRefused(query, '{ reason: other, count: 0 }', 'seen.0.count');
  });
});

describe('GET /supply/why', () => {
  let shop: TestApp;
  const why = (token: string, init: RequestInit = {}) =>
    send(`${shop.url}/supply/why?e=${encodeURIComponent(token)}`, init);

  beforeAll(async () => {
    shop = await startApp();
    await createActiveCampaign(shop.ctx, {
      sizes: ['300x250'],
      campaign: {
        landingUrl: 'https://shop.example/?q=1',
        ...{ behalf: 'Shoes <&> Sons', paid: 'Ad House' },
        targeting: {
          requires: { user: {}, site: { domain: ['news.example'] }, device: {} },
          excludes: { user: { language: ['fr'] }, site: {}, device: {} },
        },
      },
    });
    app = shop;
  });

  it('says who pays for an ad and why it is here, and takes a report of it', async () => {
    const token = await offer();
    const { status, body, headers } = await why(token);
    expect(status).toBe(200);
    expect(body).toContain('<b>shop.example</b>');
    expect(body).toContain('news.example, which is paid');
    expect(body).toContain(
      'on behalf of <b>Shoes &lt;&amp;&gt; Sons</b>, and paid by <b>Ad House</b>',
    );
    expect(body).toContain('<li>site domain is news.example</li>');
    expect(body).toContain('<li>user language is not fr</li>');
    expect(body).toContain('Your browser has no id here');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const form = new URLSearchParams({ reason: 'misleading', comment: 'It is not free' });
    const sent = await why(token, { method: 'POST', body: form });
    expect([sent.status, sent.body]).toEqual([200, expect.stringContaining('Thank you')]);
    operator = await logIn(shop, 'operator');
    expect(await list()).toMatchObject([{ reason: 'misleading', comments: ['It is not free'] }]);
  });

  it('is in German for who asks for it', async () => {
    const { body } = await why(await offer(), { headers: { 'Accept-Language': 'de' } });
    expect(body).toContain('Warum diese Anzeige');
    expect(body).toContain('Ihr Browser hat hier keine Kennung');
    expect(body).not.toContain('Your browser');
  });

  it('names the company of an account that shows it, where the campaign names nobody', async () => {
    const { ctx } = await startApp().then((started) => (app = shop = started));
    const { id: advertiserId } = await createAccount(ctx, {
      ...{ email: 'agency@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const { campaign } = await createActiveCampaign(ctx, { campaign: { advertiserId } });
    const holder = { name: 'Ann', company: 'Ad <House>' };
    const payer = async (showsCompany: boolean) => {
      await ctx.accounts.setHolder(advertiserId, { ...holder, showsCompany });
      return /paid by.*/.exec((await why(await offer())).body)?.[0] ?? null;
    };
    expect(await payer(false)).toBeNull();
    expect(await payer(true)).toBe('paid by <b>Ad &lt;House&gt;</b>.</p>');
    const changes = { behalf: 'Shoes' };
    await updateCampaign(ctx, { advertiserId, id: campaign.id, changes });
    expect(await payer(true)).toBe('paid by <b>Shoes</b>.</p>');
    expect(await payer(false)).toBe('paid by <b>Shoes</b>.</p>');
  });

  it('refuses what is no offer', async () => {
    const { status, body } = await why('"><script>');
    expect([status, body]).toEqual([403, expect.stringContaining('good for 24 hours')]);
    expect((await send(`${shop.url}/supply/why`)).status).toBe(403);
  });
});
