import { beforeAll, expect, it } from '@jest/globals';
import { earningsOf, fundsOf } from '../../../src/money/books/book';
import { hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import { setRate } from '../../../src/money/rates/rate.service';
import { hourMs } from '../../../src/time';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

/** A busy machine takes its time; a gateway that waits for the next round of its jobs takes longer still. */
const soonMs = 50_000;
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
let uri: string;
let token: string;
let campaignId: string;
let jumpMs = 0;
beforeAll(async () => {
  uri = await freshDatabase();
  app = await startApp({ mongodbUri: uri, env: { ADGATE_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  app.clock.now = () => new Date(Date.now() + jumpMs);
  await setRate(app.ctx, { rate: usd('0.5') });
  token = await accessToken(app, { scopes: ['campaign.read'], email: 'shop@test.example' });
  const advertiserId = (await app.ctx.accounts.findLogin('shop@test.example'))!.account.id;
  const campaign = { advertiserId, pacing: 'asap' } as const;
  campaignId = (await createActiveCampaign(app.ctx, { campaign })).campaign.id;
});

/** Finds and views the creative from a place of the web; the id of the event. */
async function view(address: string, publisher = '0001-00000003-AB0C'): Promise<string> {
  const headers = { 'User-Agent': browser, 'X-Forwarded-For': address };
  const context = { iid: crypto.randomUUID(), url: 'https://news.example/', publisher };
  const { body } = await send(`${app.url}/supply/find`, {
    headers,
    json: {
      context: { ...context, medium: 'web' },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  const before = new Set((await events()).map(({ id }) => id));
  await send(body.data[0].viewUrl as string, { headers });
  const [fresh] = (await events()).filter(({ id }) => !before.has(id));
  if (!fresh) throw new Error('another campaign was shown');
  return fresh.id;
}

async function ask(query: string) {
  const { body } = await sendGraphql(app, token, query);
  expect(body.errors).toBeUndefined();
  return body.data;
}

const events = async () =>
  (await app.ctx.verifiedEvents.list({ campaignId, filter: {}, after: null, limit: 100 })).events;

const outcomeOf = async (id: string) => {
  const { event } = await ask(`{ event(id: "${id}") { status reason price charge } }`);
  return [event.status, event.reason, event.price, event.charge] as const;
};
const accepted = ['accepted', null, '0.002', '0.004'];

it('gives a view its verdict by itself, soon, for its advertiser and the operator to see', async () => {
  const id = await view('198.51.100.7');
  await eventually(async () => {
    expect(await outcomeOf(id)).toEqual(accepted);
  }, soonMs);
  const env = { MONGODB_URI: uri };
  const json = await runCommandLine(['event', 'show', id, '--json'], { env });
  expect(json.exitCode).toBe(0);
  expect(JSON.parse(json.printed)).toMatchObject({
    ...{ id, campaignId, status: 'accepted', reason: null, offeredPrice: '0.002' },
    ...{ price: '0.002', rate: '0.5', charge: '0.004', revenue: '0.00392' },
    ...{ demandFee: '0.00004', supplyFee: '0.00004', previousVerdicts: [] },
    entryId: expect.stringMatching(/^charge:/),
  });
  const text = await runCommandLine(['event', 'show', id], { env });
  expect(text.printed).toMatch(/status\s+accepted/);
  const unknown = await runCommandLine(['event', 'show', 'impression:x'], { env });
  expect([unknown.exitCode, unknown.lines[0]]).toEqual([1, expect.stringContaining('event')]);
});

it('rejects what a publisher sees from a network that he has logged in from', async () => {
  const publisher = '0001-00000001-8B4E';
  const [first] = [await view('198.51.100.8', publisher)];
  await eventually(async () => {
    expect(await outcomeOf(first)).toEqual(accepted);
  }, soonMs);
  const found = await app.ctx.verifiedEvents.find(first);
  const login = { email: 'owner@test.example', password: 'correct horse' };
  const passwordHash = await app.ctx.passwordHasher.hash(login.password);
  await app.ctx.accounts.update(found!.publisherId, { email: login.email, passwordHash });
  const { status } = await send(`${app.url}/auth/login`, {
    headers: { 'X-Forwarded-For': '203.0.113.77' },
    json: login,
  });
  expect(status).toBe(200);
  const [own, other] = [
    await view('203.0.113.20', publisher),
    await view('198.51.100.9', publisher),
  ];
  await eventually(async () => {
    expect((await outcomeOf(own)).slice(0, 2)).toEqual(['rejected', 'own_traffic']);
    expect(await outcomeOf(other)).toEqual(accepted);
  }, soonMs);
});

it('goes on when the clock jumps by an hour, and back', async () => {
  const isAccepted = async (id: string) => {
    expect((await app.ctx.verifiedEvents.find(id))?.verdict?.status).toBe('accepted');
  };
  const before = await view('198.51.100.10');
  jumpMs = hourMs;
  const after = await view('198.51.100.11');
  await eventually(() => isAccepted(before), soonMs);
  await eventually(() => isAccepted(after), soonMs);
  jumpMs = 0;
  const back = await view('198.51.100.12');
  await eventually(() => isAccepted(back), soonMs);
});

it('takes and gives nothing for a campaign on a site of its own account', async () => {
  const publisher = '0001-00000002-BB2D';
  const paid = await view('198.51.100.20', publisher);
  await eventually(async () => {
    expect(await outcomeOf(paid)).toEqual(accepted);
  }, soonMs);
  const { publisherId } = (await app.ctx.verifiedEvents.find(paid))!;
  await app.ctx.accounts.update(publisherId, { roles: ['advertiser', 'publisher'] });
  const campaign = { advertiserId: publisherId, pacing: 'asap', maxCpm: usd('50') } as const;
  const own = await createActiveCampaign(app.ctx, { campaign });
  campaignId = own.campaign.id;
  const balances = () => app.ctx.books.balancesOf([fundsOf(publisherId), earningsOf(publisherId)]);
  const before = await balances();
  const seen: string[] = [];
  await eventually(async () => {
    seen.push(await view('198.51.100.21', publisher));
  }, soonMs);
  const [free] = seen;
  await eventually(async () => {
    const { verdict } = (await app.ctx.verifiedEvents.find(free!))!;
    expect(verdict).toMatchObject({ reason: null, price: 0n, charge: 0n, revenue: 0n });
  }, soonMs);
  expect(await balances()).toEqual(before);
  const hour = hourTallyIdOf(campaignId, new Date());
  const setAside = [...((await app.ctx.campaignHours.list([hour])).get(hour)?.minutes ?? [])];
  expect(setAside.filter(([, { reserved }]) => reserved > 0n)).toEqual([]);
});
