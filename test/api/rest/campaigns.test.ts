import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { createBidStrategy } from '../../../src/demand/bid-strategies/bid-strategy.service';
import { suspendCampaigns, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createConversion } from '../../../src/demand/conversions/conversion.service';
import { accessToken, type Reply, send, startApp, type TestApp } from '../../support/app';
import { aPng, createActiveCampaign, usd } from '../../support/campaigns';
import { uploadFile } from '../../support/uploads';

const path = '/api/v2/campaigns';
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

let app: TestApp;
let token: string;
let owner: Account;
beforeAll(async () => {
  app = await startApp();
  const email = 'ann@test.example';
  token = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'], email });
  owner = (await app.ctx.accounts.findLogin(email))!.account;
});

/** As the owner, who has both scopes, unless said otherwise. */
function call(method: string, where: string, json?: unknown, bearer = token): Promise<Reply> {
  const headers = { Authorization: `Bearer ${bearer}` };
  return send(`${app.url}${path}${where}`, {
    method,
    headers,
    ...(json !== undefined && { json }),
  });
}

const upload = async (content = aPng('300x250'), options = {}): Promise<string> =>
  (await uploadFile(app, token, content, options)).body.data.id as string;

const draft = {
  status: 'draft',
  name: 'Spring sale',
  targetUrl: 'https://shop.example/landing',
  maxCpc: 0,
  maxCpm: null,
  budget: 10,
  medium: 'web',
  vendor: null,
  dateStart: '2026-02-09T12:00:00+00:00',
  dateEnd: null,
};

const add = (changes: object = {}) => call('POST', '', { ...draft, ...changes });
const addOk = async (changes: object = {}): Promise<{ id: string } & Record<string, unknown>> => {
  const { status, body } = await add(changes);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data;
};
const fieldsOf = ({ status, body }: Reply) => [status, Object.keys(body.errors ?? {}).sort()];

const wrongTerms: readonly (readonly [string, object, string])[] = [
  ['an empty name', { name: '' }, 'name'],
  ['a blank name', { name: ' \t ' }, 'name'],
  ['a number for a name', { name: 5 }, 'name'],
  ['a name of 256 bytes', { name: 'é'.repeat(128) }, 'name'],
  ['a name with a control character', { name: 'a\u0000b' }, 'name'],
  ['a name with half a character', { name: '\ud800' }, 'name'],
  ['a status that is none', { status: 'running' }, 'status'],
  ['a status of the system', { status: 'suspended' }, 'status'],
  ['the number of a status', { status: 2 }, 'status'],
  ['a status of the prototype', { status: 'constructor' }, 'status'],
  ['a javascript: URL', { targetUrl: 'javascript:alert(1)' }, 'targetUrl'],
  ['a relative URL', { targetUrl: '/landing' }, 'targetUrl'],
  ['a URL without a host', { targetUrl: 'https:/auth/logout' }, 'targetUrl'],
  ['a URL without slashes', { targetUrl: 'https:shop.example' }, 'targetUrl'],
  ['a URL with a password', { targetUrl: 'https://a:b@shop.example/' }, 'targetUrl'],
  ['a URL of 1025 bytes', { targetUrl: `https://x.example/${'x'.repeat(1007)}` }, 'targetUrl'],
  ['a list of URLs', { targetUrl: ['https://x.example/'] }, 'targetUrl'],
  ['a negative budget', { budget: -1 }, 'budget'],
  ['a budget past int64', { budget: 1e9 }, 'budget'],
  ['a budget past all', { budget: 1e300 }, 'budget'],
  ['a budget in words', { budget: 'ten' }, 'budget'],
  ['an exponent', { budget: '1e3' }, 'budget'],
  ['a true budget', { budget: true }, 'budget'],
  ['an object for a price', { maxCpc: {} }, 'maxCpc'],
  ['a negative price of clicks', { maxCpc: -0.1 }, 'maxCpc'],
  ['a negative price', { maxCpm: -0.1 }, 'maxCpm'],
  ['a list for a price', { maxCpm: [1] }, 'maxCpm'],
  ['a day for a time', { dateStart: '2026-02-09' }, 'dateStart'],
  ['a time without an offset', { dateStart: '2026-02-09T12:00:00' }, 'dateStart'],
  ['the 30th of February', { dateStart: '2026-02-30T12:00:00Z' }, 'dateStart'],
  ['the 25th hour', { dateStart: '2026-02-20T24:00:00Z' }, 'dateStart'],
  ['a time past the year 9999', { dateStart: '9999-12-31T23:59:59-01:00' }, 'dateStart'],
  ['a time before the year 0', { dateStart: '0000-01-01T00:00:00+01:00' }, 'dateStart'],
  ['a Unix time', { dateStart: 1_770_000_000 }, 'dateStart'],
  ['an end that is none', { dateEnd: 'never' }, 'dateEnd'],
  ['an end before the start', { dateEnd: '2026-02-09T11:59:59Z' }, 'dateEnd'],
  ['a text for the targeting', { targeting: 'news' }, 'targeting'],
  ['an unknown group', { targeting: { requires: { page: {} } } }, 'targeting.requires.page'],
  ['an unknown group, flat', { targeting: { page: {} } }, 'targeting.page'],
  ['an unknown option', { targeting: { user: { shoes: [] } } }, 'targeting.user.shoes'],
  [
    'an unknown value',
    { targeting: { excludes: { site: { category: ['shoes'] } } } },
    'targeting.excludes.site.category',
  ],
  [
    'a domain that is none',
    { targeting: { site: { domain: ['http://x'] } } },
    'targeting.site.domain',
  ],
  [
    'the literal dotted member',
    { 'campaign.targeting': { user: { shoes: [] } } },
    'campaign.targeting.user.shoes',
  ],
  [
    'a nested member',
    { campaign: { targeting: { user: { shoes: [] } } } },
    'campaign.targeting.user.shoes',
  ],
];

describe('POST /api/v2/campaigns', () => {
  it('stores a draft and answers it whole, with its location', async () => {
    const { status, headers, body: answer } = await add();
    expect([status, answer]).toEqual([
      200,
      {
        data: {
          id: expect.stringMatching(isUuid),
          createdAt: expect.stringMatching(isTime),
          updatedAt: answer.data.createdAt,
          secret: expect.stringMatching(/^[\w-]{22}$/),
          conversionClick: 'none',
          conversionClickLink: null,
          classifications: [],
          targeting: { requires: {}, excludes: {} },
          creatives: [],
          bidStrategyUuid: expect.stringMatching(/^[0-9a-f]{32}$/),
          conversions: [],
          suspendedReason: null,
          ...draft,
        },
      },
    ]);
    expect(headers.get('location')).toBe(`${app.url}${path}/${answer.data.id}`);
    expect((await call('GET', `/${answer.data.id}`)).body).toEqual(answer);
  });

  it('takes what existing clients send', async () => {
    const added = await addOk({
      status: 'active',
      targeting: {
        requires: { site: { category: ['news'], quality: ['high'] } },
        excludes: { device: { browser: ['other'] } },
      },
      creatives: [{ fileId: await upload(), name: 'Banner A' }],
    });
    expect(added).toMatchObject({
      status: 'active',
      targeting: {
        requires: { site: { category: ['news'], quality: ['high'] } },
        excludes: { device: { browser: ['other'] } },
      },
      creatives: [
        { id: expect.stringMatching(isUuid), name: 'Banner A', status: 2, scope: '300x250' },
      ],
    });
    const edited = await call('PATCH', `/${added.id}`, { name: 'New', maxCpm: 1, dateEnd: null });
    expect([edited.status, edited.body.data]).toEqual([
      200,
      { ...added, updatedAt: expect.any(String), name: 'New', maxCpm: 1 },
    ]);
    const deleted = await call('DELETE', `/${added.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { data: [] }]);
  });

  it.each(['targeting', 'campaign.targeting', 'campaign'])(
    'takes targeting and creatives spelled as %s',
    async (spelling) => {
      const members = {
        targeting: { user: { country: ['pl', 'pl'] }, site: {} },
        creatives: [{ file_id: await upload(), name: ' A ' }],
      };
      const spelled = {
        targeting: members,
        'campaign.targeting': Object.fromEntries(
          Object.entries(members).map(([name, value]) => [`campaign.${name}`, value]),
        ),
        campaign: { campaign: members },
      }[spelling];
      const { targeting, creatives } = await addOk(spelled);
      expect(targeting).toEqual({ user: { country: ['pl'] } });
      expect(creatives).toMatchObject([{ name: 'A' }]);
    },
  );

  it('takes snake_case, numbers as text, offsets and fractions of seconds', async () => {
    const { targetUrl, dateStart, maxCpc, ...rest } = draft;
    expect(maxCpc).toBe(0);
    const { status, body } = await call('POST', '', {
      ...rest,
      status: 'DRAFT',
      name: '  Trimmed ',
      budget: '0.00000000001',
      max_cpc: ' 0.12',
      target_url: targetUrl,
      date_start: dateStart.replace('12:00:00+00:00', '14:30:00.123+02:30'),
      date_end: '',
      secret: 'mine',
      bidStrategyUuid: 'f'.repeat(32),
    });
    expect([status, body.data]).toMatchObject([
      200,
      {
        ...draft,
        status: 'draft',
        name: 'Trimmed',
        budget: 0.00000000001,
        maxCpc: 0.12,
        secret: expect.not.stringMatching(/mine/),
        bidStrategyUuid: expect.not.stringMatching(/f{32}/),
      },
    ]);
  });

  it.each(wrongTerms)('refuses %s', async (_case, change, field) => {
    expect(fieldsOf(await add(change))).toEqual([422, [field]]);
  });

  it.each([
    ['an unknown medium', { medium: 'radio' }, 'medium'],
    ['a list of media', { medium: ['web'] }, 'medium'],
    ['a medium of the prototype', { medium: '__proto__' }, 'medium'],
    ['an unknown vendor', { vendor: 'nobody' }, 'vendor'],
    ['a vendor of another medium', { vendor: 'decentraland' }, 'vendor'],
    ['a number for a vendor', { vendor: 5 }, 'vendor'],
    ['a text for creatives', { creatives: 'abc' }, 'creatives'],
    ['a list of texts', { creatives: ['abc'] }, 'creatives.0'],
    [
      'an upload that is not there',
      { creatives: [{ fileId: 'a'.repeat(32), name: 'A' }] },
      'creatives.0.fileId',
    ],
    ['a number for an upload', { creatives: [{ fileId: 5, name: 'A' }] }, 'creatives.0.fileId'],
    ['an upload without a name', { creatives: [{ fileId: 'a'.repeat(32) }] }, 'creatives.0.name'],
    ['too many creatives', { creatives: Array.from({ length: 101 }, () => ({})) }, 'creatives'],
    ['an active one without creatives', { status: 'active' }, 'creatives'],
  ])('refuses %s', async (_case, change, field) => {
    expect(fieldsOf(await add(change))).toEqual([422, [field]]);
  });

  it('names every bad field at once, as the request does', async () => {
    const nothing = await call('POST', '', {});
    expect(fieldsOf(nothing)).toEqual([
      422,
      ['budget', 'dateStart', 'medium', 'name', 'status', 'targetUrl'],
    ]);
    const reply = await call('POST', '', {
      ...draft,
      target_url: 5,
      targetUrl: undefined,
      max_cpm: 'x',
      maxCpm: undefined,
      name: '',
      'campaign.creatives': [
        { file_id: 'x', name: 'A' },
        { fileId: 'y', name: '' },
      ],
    });
    expect(fieldsOf(reply)).toEqual([
      422,
      [
        'campaign.creatives.0.file_id',
        'campaign.creatives.1.fileId',
        'campaign.creatives.1.name',
        'max_cpm',
        'name',
        'target_url',
      ],
    ]);
    expect(reply.body).toEqual({
      error: { code: 422, message: reply.body.message, details: reply.body.errors },
      code: 422,
      message: expect.any(String),
      errors: expect.any(Object),
    });
  });

  it('takes no upload twice, of others, or of another medium', async () => {
    const [mine, used] = [await upload(), await upload()];
    await addOk({ creatives: [{ fileId: used, name: 'A' }] });
    const other = await accessToken(app, { scopes: ['campaign.write'] });
    const foreign = await uploadFile(app, other, aPng('300x250'));
    const elsewhere = await upload(aPng('512x512'), { medium: 'metaverse' });
    const creatives = [mine, mine, used, foreign.body.data.id, elsewhere];
    const reply = await add({ creatives: creatives.map((fileId) => ({ fileId, name: 'A' })) });
    expect(fieldsOf(reply)).toEqual([422, ['creatives.1.fileId']]);
    const others = await add({
      creatives: creatives.slice(1).map((fileId) => ({ fileId, name: 'A' })),
    });
    expect(fieldsOf(others)).toEqual([
      422,
      ['creatives.1.fileId', 'creatives.2.fileId', 'creatives.3.fileId'],
    ]);
    await addOk({ creatives: [{ fileId: mine, name: 'A' }] });
  });

  it.each([
    ['an end that has passed', { dateEnd: '2026-03-01T00:00:00Z' }, 'dateEnd'],
    ['a budget below the least', { budget: 0.04 }, 'budget'],
    ['a price below the least', { maxCpm: 0.04 }, 'maxCpm'],
    ['nothing to pay for', { maxCpm: 0 }, 'maxCpm'],
  ])('makes none active with %s', async (_case, change, field) => {
    const creatives = [{ fileId: await upload(), name: 'A' }];
    const active = { status: 'active', creatives, ...change };
    expect(fieldsOf(await add(active))).toEqual([422, [field]]);
    await addOk({ ...active, status: 'inactive' });
  });

  it('makes one active that is paid by clicks alone', async () => {
    const creatives = [{ fileId: await upload(), name: 'A' }];
    const active = await addOk({ status: 'Active', creatives, maxCpm: 0, maxCpc: 0.01 });
    expect(active.status).toBe('active');
  });

  it('leaves the prototype alone', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(draft).replace('{', '{"__proto__":{"name":"x"},"constructor":{},');
    const reply = await send(`${app.url}${path}`, { method: 'POST', headers, body });
    expect([reply.status, reply.body.data.name]).toEqual([200, draft.name]);
    const targeting = '{"__proto__":{"shoes":[]},"requires":{"__proto__":["a"]}}';
    const bad = JSON.stringify(draft).replace('{', `{"targeting":${targeting},`);
    const refused = await send(`${app.url}${path}`, { method: 'POST', headers, body: bad });
    expect(refused.status).toBe(422);
  });

  it('refuses bodies that are too long before it reads them', async () => {
    const reply = await add({ name: 'x'.repeat(10 * 2 ** 20) });
    expect(reply.status).toBe(413);
  });

  it('needs an object', async () => {
    for (const body of [[], 'x', 5, null]) expect((await call('POST', '', body)).status).toBe(422);
  });
});

describe.each(['POST', 'PATCH'])('%s /api/v2/campaigns/{id}', (method) => {
  let id = '';
  beforeEach(async () => {
    ({ id } = await addOk());
  });
  const edit = (changes: unknown, bearer?: string) => call(method, `/${id}`, changes, bearer);

  it('changes what is given and leaves the rest', async () => {
    const before = (await call('GET', `/${id}`)).body.data;
    const own = await createBidStrategy(app.ctx, {
      advertiserId: owner.id,
      name: 'Mine',
      medium: 'web',
      vendor: null,
    });
    const changes = {
      status: 'inactive',
      name: 'Summer sale',
      targetUrl: 'http://shop.example/summer?c={cid}',
      maxCpc: 0.1,
      maxCpm: 2.5,
      budget: 3,
      dateStart: '2026-03-09T12:00:00+00:00',
      dateEnd: '2027-03-09T12:00:00+00:00',
      targeting: { requires: { user: { language: ['en'] } }, excludes: {} },
      bidStrategyUuid: own.id,
    };
    const { status, body } = await edit(changes);
    expect([status, body.data]).toEqual([
      200,
      { ...before, ...changes, updatedAt: expect.stringMatching(isTime) },
    ]);
    const cleared = await edit({ max_cpm: null, dateEnd: '', targeting: null });
    expect(cleared.body.data).toMatchObject({
      maxCpm: null,
      dateEnd: null,
      targeting: { requires: {}, excludes: {} },
    });
  });

  it('changes nothing for an empty body, and no medium', async () => {
    const before = (await call('GET', `/${id}`)).body.data;
    for (const body of [{}, { medium: 'metaverse', vendor: 'milc', creatives: 'x', secret: 'x' }]) {
      const reply = await edit(body);
      expect([reply.status, reply.body.data]).toEqual([200, before]);
    }
  });

  it('takes the id in any form', async () => {
    const short = id.replaceAll('-', '').toUpperCase();
    expect((await call(method, `/${short}`, { name: 'X' })).status).toBe(200);
  });

  it.each(wrongTerms)('refuses %s', async (_case, change, field) => {
    expect(fieldsOf(await edit(change))).toEqual([422, [field]]);
  });

  it.each([
    ['no name', { name: null }, 'name'],
    ['no status', { status: '' }, 'status'],
    ['no URL', { target_url: null }, 'target_url'],
    ['no budget', { budget: null }, 'budget'],
    ['no start', { dateStart: null }, 'dateStart'],
    ['no bid strategy', { bidStrategyUuid: null }, 'bidStrategyUuid'],
    ['half a bid strategy', { bidStrategyUuid: 'abc' }, 'bidStrategyUuid'],
    ['an unknown bid strategy', { bid_strategy_uuid: 'a'.repeat(32) }, 'bid_strategy_uuid'],
  ])('refuses %s', async (_case, change, field) => {
    expect(fieldsOf(await edit(change))).toEqual([422, [field]]);
  });

  it('refuses a start after the end that is stored', async () => {
    await edit({ dateEnd: '2026-02-10T00:00:00Z' });
    expect(fieldsOf(await edit({ dateStart: '2026-02-11T00:00:00Z' }))).toEqual([
      422,
      ['dateStart'],
    ]);
  });

  it('refuses a bid strategy of others and of another medium', async () => {
    const other = await createBidStrategy(app.ctx, {
      advertiserId: 'f'.repeat(32),
      name: 'Theirs',
      medium: 'web',
      vendor: null,
    });
    const elsewhere = await createBidStrategy(app.ctx, {
      advertiserId: owner.id,
      name: 'Mine',
      medium: 'metaverse',
      vendor: null,
    });
    for (const { id: bidStrategyUuid } of [other, elsewhere])
      expect(fieldsOf(await edit({ bidStrategyUuid }))).toEqual([422, ['bidStrategyUuid']]);
  });

  it('asks the rules of active campaigns on every edit of one', async () => {
    expect(fieldsOf(await edit({ status: 'active' }))).toEqual([422, ['status']]);
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id, endsAt: new Date(Date.now() + 60_000) },
    });
    const editActive = (changes: object) => call(method, `/${campaign.id}`, changes);
    expect((await editActive({ name: 'Renamed' })).status).toBe(200);
    expect(fieldsOf(await editActive({ maxCpm: 0.01, budget: 0 }))).toEqual([
      422,
      ['budget', 'maxCpm'],
    ]);
    await app.ctx.campaigns.update(campaign, { endsAt: new Date('2026-03-01T00:00:00Z') });
    expect(fieldsOf(await editActive({ name: 'Again' }))).toEqual([422, ['dateEnd']]);
    expect((await editActive({})).status).toBe(200);
    expect((await editActive({ name: 'Again', dateEnd: null })).status).toBe(200);
    await app.ctx.campaigns.update(campaign, { endsAt: new Date('2026-03-01T00:00:00Z') });
    expect((await editActive({ name: 'Once more', status: 'inactive' })).status).toBe(200);
  });

  it('lets one be paid by its conversions alone', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id },
    });
    const pay = () => call(method, `/${campaign.id}`, { maxCpm: 0, maxCpc: null });
    expect(fieldsOf(await pay())).toEqual([422, ['maxCpm']]);
    const conversion = {
      advertiserId: owner.id,
      campaignId: campaign.id,
      name: 'Buy',
      type: 'basic',
      limitType: 'in_budget',
      eventType: 'Purchase',
      isValueMutable: false,
      isRepeatable: false,
    } as const;
    await createConversion(app.ctx, { ...conversion, value: usd('0.009') });
    expect((await pay()).status).toBe(422);
    await createConversion(app.ctx, { ...conversion, value: usd('0.01') });
    const { status, body } = await pay();
    expect([status, body.data.conversions]).toMatchObject([
      200,
      [{ value: 900_000_000, cost: 0, occurrences: 0 }, { value: 1_000_000_000 }],
    ]);
    expect(body.data.conversions[1]).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Buy',
      limitType: 'in_budget',
      eventType: 'Purchase',
      type: 'basic',
      value: 1_000_000_000,
      isValueMutable: false,
      cost: 0,
      occurrences: 0,
      isRepeatable: false,
      link: `${app.url}/kw/${body.data.conversions[1].uuid}.gif`,
    });
  });

  it('shows why a campaign is suspended, and lets its owner resume it', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, {
      campaign: { advertiserId: owner.id },
    });
    await suspendCampaigns(app.ctx, { advertiserId: owner.id, reason: 'the balance is used up' });
    const suspended = (await call('GET', `/${campaign.id}`)).body.data;
    expect(suspended).toMatchObject({
      status: 'suspended',
      suspendedReason: 'the balance is used up',
    });
    const same = await call(method, `/${campaign.id}`, { status: 'suspended', name: 'Renamed' });
    expect(same.body.data).toMatchObject({
      suspendedReason: 'the balance is used up',
      name: 'Renamed',
    });
    const resumed = await call(method, `/${campaign.id}`, { status: 'active' });
    expect(resumed.body.data).toMatchObject({ status: 'active', suspendedReason: null });
  });

  it('answers 404 for a campaign that is unknown, malformed, deleted or another’s', async () => {
    const other = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'] });
    expect((await edit({ name: 'X' }, other)).status).toBe(404);
    for (const bad of ['1', 'abc', '0'.repeat(32), '$ne', '%00', id.slice(1)])
      expect((await call(method, `/${bad}`, { name: 'X' })).status).toBe(404);
    await call('DELETE', `/${id}`);
    expect((await edit({ name: 'X' })).status).toBe(404);
  });

  it('loses no edit of two at once', async () => {
    const replies = await Promise.all([
      edit({ dateEnd: '2026-02-10T00:00:00Z' }),
      edit({ dateStart: '2026-02-11T00:00:00Z' }),
      edit({ name: 'Third' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    const { dateStart, dateEnd, name } = (await call('GET', `/${id}`)).body.data;
    expect(name).toBe('Third');
    expect(dateEnd === null || dateStart <= dateEnd).toBe(true);
  });

  it('takes every one of thirty edits at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) => edit({ name: `Edit ${at}` })),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

it('adds fifty campaigns at once', async () => {
  const before = (await call('GET', '')).body.meta.total as number;
  const replies = await Promise.all(Array.from({ length: 50 }, () => add()));
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await call('GET', '')).body.meta.total).toBe(before + 50);
});

describe('GET and DELETE /api/v2/campaigns/{id}', () => {
  it('knows a deleted campaign no more, nor do lists', async () => {
    const { id } = await addOk({ creatives: [{ fileId: await upload(), name: 'A' }] });
    const { serveUrl } = { serveUrl: (await call('GET', `/${id}`)).body.data.creatives[0].url };
    expect((await send(serveUrl)).status).toBe(200);
    const deleted = await call('DELETE', `/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { data: [] }]);
    expect((await send(serveUrl)).status).toBe(404);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    expect((await call('GET', `/${id}/creatives`)).status).toBe(404);
    const { body } = await call('GET', '?limit=1000');
    expect(body.data.map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('answers 404 for what is another’s', async () => {
    const { id } = await addOk();
    const other = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'] });
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/${id}`, undefined, other)).status).toBe(404);
    expect((await call('GET', `/${id}`)).status).toBe(200);
  });

  it('answers 405 to other methods, with those that there are', async () => {
    const { status, headers } = await call('PUT', '/abc', {});
    expect([status, headers.get('allow')]).toEqual([
      405,
      'GET, POST, PATCH, DELETE, HEAD, OPTIONS',
    ]);
  });

  it('shows the click conversion link in the form of its mode', async () => {
    const { id } = await addOk();
    const campaign = await app.ctx.campaigns.findById(id.replaceAll('-', ''));
    for (const mode of ['basic', 'advanced'] as const) {
      await app.ctx.campaigns.update(campaign!, { conversionClick: mode });
      const { conversionClick, conversionClickLink } = (await call('GET', `/${id}`)).body.data;
      const query = mode === 'basic' ? '' : '?value=value&nonce=nonce&ts=timestamp&sig=signature';
      expect([conversionClick, conversionClickLink]).toEqual([
        mode,
        `${app.url}/kw/kl/${campaign!.id}.gif${query}`,
      ]);
    }
  });

  it('keeps up with the updates of others', async () => {
    const { id } = await addOk();
    const own = { advertiserId: owner.id, id };
    await updateCampaign(app.ctx, { ...own, changes: { name: 'One' } });
    expect((await call('GET', `/${id}`)).body.data.name).toBe('One');
  });
});
