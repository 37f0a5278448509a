import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { listAllCampaigns, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { accessToken, send, type TestApp } from '../../support/app';
import { toId } from '../../../src/id';
import { aPng } from '../../support/campaigns';
import { uploadFile } from '../../support/uploads';
import { type CampaignOwner, startWithOwner } from './campaign-owner';
import { draft, fieldsOf, isTime, wrongTerms } from './campaign-terms';

const path = '/api/v2/campaigns';
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let app: TestApp;
let token: string;
let owner: Account;
let call: CampaignOwner['call'];
beforeAll(async () => {
  ({ app, token, owner, call } = await startWithOwner());
});

const upload = async (content = aPng('300x250'), options = {}): Promise<string> =>
  (await uploadFile(app, token, content, options)).body.data.id as string;

const add = (changes: object = {}) => call('POST', '', { ...draft, ...changes });
const addOk = async (changes: object = {}): Promise<{ id: string } & Record<string, unknown>> => {
  const { status, body } = await add(changes);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data;
};

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
          note: null,
          behalf: null,
          paid: null,
          ...{ dailyBudget: null, totalBudget: null },
          pacing: 'even',
          schedule: null,
          scheduleClock: 'campaign',
          timeZone: 'UTC',
          bidModifiers: [],
          frequencyCaps: null,
          showsToUnknownVisitors: true,
          showsOnPeers: true,
          excludedPeers: [],
          requiresViewability: false,
          unmeasuredPrice: 100,
          creativeRotation: 'auction',
          ...{ priority: 'standard', shareOfVoice: 100 },
          ...{
            category: null,
            competitiveExclusion: false,
            showsOncePerPage: false,
            roadblock: false,
          },
          serving: {
            ...{ state: 'draft', budgetLimit: null, lostToPrice: null, lostToBudget: null },
            ...{ limitedBudget: null, typicalWinningCpm: null, narrowestFeature: null },
            ...{ keptAwayBy: null, keptAwayShare: null },
          },
          ...draft,
        },
      },
    ]);
    expect(headers.get('location')).toBe(`${app.url}${path}/${answer.data.id}`);
    expect((await call('GET', `/${answer.data.id}`)).body).toEqual(answer);
  });

  it.each(['/', '?limit=1', '/?limit=1'])(
    'names the location of one that was posted to the list with %s behind its path',
    async (end) => {
      const { headers, body } = await call('POST', end, draft);
      expect(headers.get('location')).toBe(`${app.url}${path}/${body.data.id}`);
    },
  );

  it('keeps a note of up to 500 bytes, which its owner alone is shown', async () => {
    const note = 'ü'.repeat(250);
    const { id } = await addOk({ note });
    expect((await call('GET', `/${id}`)).body.data.note).toBe(note);
    expect((await call('POST', `/${id}`, { note: '' })).body.data.note).toBeNull();
    expect((await call('POST', `/${id}`, { note: 'Spring' })).body.data.note).toBe('Spring');
    const everybodys = await listAllCampaigns(app.ctx, {}, { first: 100 });
    expect(everybodys.map((campaign) => campaign.note)).toEqual(everybodys.map(() => null));
    const { status, body } = await add({ note: `${note}x` });
    expect([status, body.errors]).toEqual([422, { note: ['must have 0 to 500 bytes'] }]);
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

  it('gives its creatives their times, and names the one that ends before it starts', async () => {
    const fileId = await upload();
    const [dateStart, dateEnd] = ['2026-03-01T00:00:00+00:00', '2026-04-01T00:00:00+00:00'];
    const reversed = { fileId, name: 'A', date_start: dateEnd, date_end: dateStart };
    expect(fieldsOf(await call('POST', '', { ...draft, creatives: [reversed] }))).toEqual([
      422,
      ['creatives.0.date_end'],
    ]);
    const { creatives } = await addOk({ creatives: [{ fileId, name: 'A', dateStart, dateEnd }] });
    expect(creatives).toMatchObject([{ name: 'A', dateStart, dateEnd }]);
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

  it.each([
    [999_999.99, 99_999_999_000_000_000n],
    [70_000.1, 7_000_010_000_000_000n],
    [-0, 0n],
    [1e-7, 10_000n],
    [0.1 + 0.2, 30_000_000_000n],
  ])('stores the number %d as the decimal that it was written as', async (budget, stored) => {
    const { id } = await addOk({ budget });
    const found = await app.ctx.campaigns.findOwned(owner.id, toId(id));
    expect(found?.hourlyBudget).toBe(stored);
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

  it('says of a creative without its members that they are required', async () => {
    const { body } = await add({ creatives: [{}] });
    expect(body.errors).toEqual({
      'creatives.0.fileId': ['is required'],
      'creatives.0.name': ['is required'],
    });
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

  it('answers 404 for an id with dashes elsewhere than a UUID has them', async () => {
    const { id } = await addOk();
    for (const wrong of [id.replace('-', ''), `${toId(id)}-`, `-${toId(id)}`])
      for (const method of ['GET', 'DELETE'])
        expect((await call(method, `/${wrong}`)).status).toBe(404);
    expect((await call('GET', `/${id}`)).status).toBe(200);
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
