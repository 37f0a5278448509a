import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import {
  rejectCreative,
  restoreCreative,
} from '../../../src/demand/creatives/creative-review.service';
import { toDashed } from '../../../src/id';
import { accessToken, type Reply, send, type TestApp } from '../../support/app';
import { aCampaign, aPng } from '../../support/campaigns';
import { uploadFile, type UploadOptions } from '../../support/uploads';
import { startWithOwner } from './campaign-owner';

let app: TestApp;
let token: string;
let owner: Account;
let campaignId: string;

beforeAll(async () => {
  ({ app, token, owner } = await startWithOwner());
});
beforeEach(async () => {
  const campaign = await createCampaign(app.ctx, aCampaign({ advertiserId: owner.id }));
  campaignId = campaign.id;
});

type Call = { readonly json?: unknown; readonly method?: string; readonly token?: string };

/** A request about the creatives of the test's campaign. */
function call(path = '', { token: given = token, ...init }: Call = {}): Promise<Reply> {
  return send(`${app.url}/api/v2/campaigns/${toDashed(campaignId)}/creatives${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${given}` },
  });
}

async function upload(content = aPng('300x250'), options: UploadOptions = {}): Promise<string> {
  const { body } = await uploadFile(app, token, content, options);
  return body.data.id as string;
}

async function add(name = 'Banner'): Promise<string> {
  const { body } = await call('', { json: { fileId: await upload(), name } });
  return body.data.id as string;
}

const activate = () =>
  updateCampaign(app.ctx, {
    advertiserId: owner.id,
    id: campaignId,
    changes: { status: 'active' },
  });

describe('POST /api/v2/campaigns/{campaignId}/creatives', () => {
  it('makes an active creative of an upload', async () => {
    const { status, body, headers } = await call('', {
      json: { fileId: await upload(aPng('728x90')), name: '  Leaderboard ' },
    });
    expect([status, body]).toEqual([
      200,
      {
        data: {
          id: expect.stringMatching(
            /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
          ),
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
          updatedAt: expect.any(String),
          type: 'image',
          mime: 'image/png',
          hash: expect.stringMatching(/^[0-9a-f]{40}$/),
          scope: '728x90',
          name: 'Leaderboard',
          alt: null,
          impressionPixels: [],
          weight: 1,
          frequencyCaps: null,
          rotation: null,
          status: 2,
          review: null,
          rejectionReason: null,
          dateStart: null,
          dateEnd: null,
          cdnUrl: null,
          url: expect.stringContaining('/serve/x'),
        },
      },
    ]);
    expect(headers.get('location')).toBe(
      `${app.url}/api/v2/campaigns/${toDashed(campaignId)}/creatives/${body.data.id}`,
    );
    const served = await fetch(body.data.url);
    expect([served.status, served.headers.get('etag')]).toEqual([200, `"${body.data.hash}"`]);
  });

  it('takes the members in snake_case and the file id dashed', async () => {
    const json = { file_id: toDashed(await upload()).toUpperCase(), name: 'Banner' };
    expect((await call('', { json })).status).toBe(200);
  });

  it('takes an alternative text', async () => {
    const { body } = await call('', {
      json: { fileId: await upload(), name: 'Banner', alt: 'Shoes' },
    });
    expect(body.data.alt).toBe('Shoes');
  });

  it('takes impression pixels, and says of which one what is wrong', async () => {
    const fileId = await upload();
    const add = (impressionPixels: unknown) =>
      call('', { json: { fileId, name: 'Banner', impressionPixels } });
    const pixels = ['https://pixel.example/a?r={cachebuster}', 'https://pixel.example/b'];
    const refused = await add([...pixels, 'http://pixel.example/c']);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'impressionPixels.2': ['must be an https URL'] },
    ]);
    const { body } = await add(pixels);
    expect(body.data.impressionPixels).toEqual(pixels);
    expect((await call(`/${body.data.id}`)).body.data.impressionPixels).toEqual(pixels);
  });

  it('takes times within those of the campaign, and no end before the start', async () => {
    const fileId = await upload();
    const [dateStart, dateEnd] = ['2026-03-01T00:00:00+00:00', '2026-04-01T00:00:00+00:00'];
    const json = { fileId, name: 'Spring' };
    const refused = await call('', { json: { ...json, dateStart: dateEnd, dateEnd: dateStart } });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { dateEnd: ['must not be before the start'] },
    ]);
    const { body } = await call('', { json: { ...json, date_start: dateStart, dateEnd } });
    expect(body.data).toMatchObject({ dateStart, dateEnd });
    expect((await call(`/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('uses an upload up: its preview is gone and it makes no second creative', async () => {
    const fileId = await upload();
    await call('', { json: { fileId, name: 'First' } });
    const { status, body } = await call('', { json: { fileId, name: 'Second' } });
    expect([status, body.errors]).toEqual([422, { fileId: ['is not an unused upload of yours'] }]);
    expect((await send(`${app.url}/upload-preview/image/${fileId}`)).status).toBe(404);
  });

  it('makes one creative of an upload that a hundred requests use at once', async () => {
    const fileId = await upload();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => call('', { json: { fileId, name: `No ${at}` } })),
    );
    const statuses = Map.groupBy(replies, ({ status }) => status);
    expect([statuses.get(200)?.length, statuses.get(422)?.length]).toEqual([1, 99]);
    expect((await call()).body.meta.total).toBe(1);
  });

  it('gives a link the landing URL where it is empty, and its scope as the end', async () => {
    const served = async (content: string) => {
      const fileId = await upload(Buffer.from(content), { type: 'direct', scope: 'pop-up' });
      const { body } = await call('', { json: { fileId, name: 'Link' } });
      return (await fetch(body.data.url)).text();
    };
    expect(await served('')).toBe('https://shop.example/landing#pop-up');
    expect(await served('https://shop.example/x')).toBe('https://shop.example/x#pop-up');
  });

  it('refuses an upload for another medium, of somebody else and of yesterday', async () => {
    const other = await accessToken(app, { scopes: ['campaign.write'] });
    const { body } = await uploadFile(app, other, aPng('300x250'));
    const screens = await upload(aPng('512x512'), { medium: 'metaverse' });
    const old = await upload();
    const { now } = app.clock;
    app.clock.now = () => new Date(now().getTime() + 86_400_000);
    const late = await call('', { json: { fileId: old, name: 'Late' }, token: await freshToken() });
    app.clock.now = now;
    expect([late.status, late.body.errors]).toEqual([
      422,
      { fileId: ['is not an unused upload of yours'] },
    ]);
    for (const [fileId, problem] of [
      [body.data.id, 'is not an unused upload of yours'],
      [screens, 'was uploaded for another medium or vendor'],
    ]) {
      const { status, body: answer } = await call('', { json: { fileId, name: 'X' } });
      expect([status, answer.errors]).toEqual([422, { fileId: [problem] }]);
    }
  });

  /** The clock of a test has moved: the file's own token has expired. */
  const freshToken = () =>
    accessToken(app, { scopes: ['campaign.write'], email: 'ann@test.example' });

  it.each([
    ['nothing', {}, ['fileId', 'name']],
    ['a body that is a list', [], ['body']],
    ['a body that is a text', 'x', ['body']],
    ['nulls', { fileId: null, name: null }, ['fileId', 'name']],
    ['empty texts', { fileId: '', name: '  ' }, ['fileId', 'name']],
    ['numbers', { fileId: 7, name: 7 }, ['fileId', 'name']],
    ['lists', { fileId: ['a'], name: ['a'] }, ['fileId', 'name']],
    ['objects', { fileId: { $ne: null }, name: { toString: 1 } }, ['fileId', 'name']],
    ['a file id of 31 digits', { fileId: '0'.repeat(31), name: 'X' }, ['fileId']],
    ['a file id with a line end', { fileId: `${'0'.repeat(32)}\n1`, name: 'X' }, ['fileId']],
    ['what is spelt in snake_case', { file_id: 'x', name: 'X' }, ['file_id']],
    ['an unknown file id', { fileId: '0'.repeat(32), name: 'X' }, ['fileId']],
    ['a prototype key', { fileId: '__proto__', name: 'X' }, ['fileId']],
    ['a name of 256 letters', { fileId: '0'.repeat(32), name: 'x'.repeat(256) }, ['name']],
    ['a name of 256 bytes', { fileId: '0'.repeat(32), name: 'é'.repeat(128) }, ['name']],
    ['a name with a zero byte', { fileId: '0'.repeat(32), name: 'a\0b' }, ['name']],
    ['a name with half a character', { fileId: '0'.repeat(32), name: '\ud800' }, ['name']],
    ['a start that is no time', { fileId: '0'.repeat(32), name: 'X', dateStart: 5 }, ['dateStart']],
    ['a name of 200 KB', { fileId: '0'.repeat(32), name: 'x'.repeat(200_000) }, ['name']],
  ])('refuses %s', async (_case, json, fields) => {
    const { status, body } = await call('', { json });
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });
});

describe('GET /api/v2/campaigns/{campaignId}/creatives', () => {
  it('lists them, oldest first, in pages', async () => {
    const ids = [await add('One'), await add('Two'), await add('Three')];
    const { status, body } = await call('?limit=2');
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(body.meta).toMatchObject({ total: 3, from: 1, to: 2, perPage: 2, lastPage: 2 });
    const next = await send(body.links.next, { headers: { Authorization: `Bearer ${token}` } });
    expect(next.body.data.map(({ name }: { name: string }) => name)).toEqual(['Three']);
    expect(next.body.links.next).toBeNull();
  });

  it('is empty for a campaign without creatives', async () => {
    const { body } = await call();
    expect([body.data, body.meta.total, body.meta.from]).toEqual([[], 0, null]);
  });

  it.each(['limit=0', 'limit=x', 'page=-1', 'cursor=abc'])('refuses ?%s', async (query) => {
    const { status, body } = await call(`?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });
});

describe('GET /api/v2/campaigns/{campaignId}/creatives/{creativeId}', () => {
  it('answers it by any form of its id', async () => {
    const id = await add();
    for (const form of [id, id.replaceAll('-', ''), id.toUpperCase()])
      expect((await call(`/${form}`)).body.data.id).toBe(id);
  });

  it('answers 404 in another campaign', async () => {
    const id = await add();
    campaignId = (await createCampaign(app.ctx, aCampaign({ advertiserId: owner.id }))).id;
    expect((await call(`/${id}`)).status).toBe(404);
  });

  it.each(['abc', '1', '0'.repeat(32), '..%2f', '%00'])('answers 404 to %s', async (id) => {
    const { status, body } = await call(`/${id}`);
    expect([status, body.code]).toEqual([404, 404]);
  });
});

describe.each(['POST', 'PATCH'])(
  '%s /api/v2/campaigns/{campaignId}/creatives/{creativeId}',
  (method) => {
    const edit = (id: string, json: unknown) => call(`/${id}`, { method, json });

    it.each([
      [{ name: 'New' }, { name: 'New', status: 2 }],
      [{ alt: 'Shoes, half price' }, { name: 'Banner', alt: 'Shoes, half price' }],
      [
        { impressionPixels: ['https://pixel.example/a'] },
        { name: 'Banner', impressionPixels: ['https://pixel.example/a'] },
      ],
      [{ weight: 40 }, { name: 'Banner', weight: 40 }],
      [{ frequencyCaps: ['1/day', '3/life'] }, { weight: 1, frequencyCaps: ['1/day', '3/life'] }],
      [{ status: 1 }, { name: 'Banner', status: 1, impressionPixels: [] }],
      [{ status: 'draft' }, { name: 'Banner', status: 0 }],
      [
        { status: 'INACTIVE', name: 'Both' },
        { name: 'Both', status: 1 },
      ],
      [
        { dateStart: '2026-01-01T00:00:00Z', dateEnd: '2027-01-01T00:00:00Z' },
        { status: 2, dateStart: '2026-01-01T00:00:00+00:00', dateEnd: '2027-01-01T00:00:00+00:00' },
      ],
      [{}, { name: 'Banner', status: 2 }],
      [
        { id: 'x', hash: 'y', type: 'video' },
        { name: 'Banner', status: 2, type: 'image' },
      ],
    ])('answers %j with %j', async (json, changed) => {
      const id = await add();
      const { status, body } = await edit(id, json);
      expect([status, body.data]).toEqual([200, expect.objectContaining({ id, ...changed })]);
      expect((await call(`/${id}`)).body).toEqual(body);
    });

    it.each([
      ['a null name', { name: null }, ['name']],
      ['an empty name', { name: '' }, ['name']],
      ['a number for a name', { name: 5 }, ['name']],
      ['a name of 256 bytes', { name: 'x'.repeat(256) }, ['name']],
      ['an alternative text of 256 bytes', { alt: 'x'.repeat(256) }, ['alt']],
      [
        'a pixel of this network',
        { impressionPixels: ['https://10.0.0.1/'] },
        ['impressionPixels.0'],
      ],
      ['pixels that are a text', { impressionPixels: 'https://a.example/' }, ['impressionPixels']],
      ['a weight of nothing', { weight: 0 }, ['weight']],
      ['a weight above the highest', { weight: 101 }, ['weight']],
      ['a cap of nothing', { frequencyCaps: ['0/day'] }, ['frequencyCaps.0']],
      ['a cap below nothing', { frequencyCaps: ['3/life', '-1/day'] }, ['frequencyCaps.1']],
      ['a cap that nobody reaches', { frequencyCaps: ['10000/day'] }, ['frequencyCaps.0']],
      ['a cap of a span that is none', { frequencyCaps: ['1/year'] }, ['frequencyCaps.0']],
      ['two caps of one span', { frequencyCaps: ['1/day', '2/day'] }, ['frequencyCaps']],
      ['a list without a cap', { frequencyCaps: [] }, ['frequencyCaps']],
      [
        'a hundred caps',
        { frequencyCaps: Array.from({ length: 100 }, () => '1/day') },
        ['frequencyCaps'],
      ],
      ['a start that is no time', { dateStart: 'soon' }, ['dateStart']],
      [
        'an end before the start',
        { dateStart: '2027-01-01T00:00:00Z', dateEnd: '2026-01-01T00:00:00Z' },
        ['dateEnd'],
      ],
      ['a null status', { status: null }, ['status']],
      ['an unknown number', { status: 4 }, ['status']],
      ['a negative number', { status: -1 }, ['status']],
      ['a fraction', { status: 1.5 }, ['status']],
      ['a number as a text', { status: '1' }, ['status']],
      ['an unknown name', { status: 'paused' }, ['status']],
      ['a prototype key', { status: '__proto__' }, ['status']],
      ['a list', { status: [1] }, ['status']],
      ['a boolean', { status: true }, ['status']],
      ['what only the operator sets', { status: 3 }, ['status']],
      ['both wrong', { name: '', status: 9 }, ['name', 'status']],
      ['a body that is a list', [], ['body']],
      ['a body that is a text', 'x', ['body']],
    ])('refuses %s', async (_case, json, fields) => {
      const { status, body } = await edit(await add(), json);
      expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
    });

    it('lets nothing out of rejected, whose reason the owner reads', async () => {
      const id = await add();
      await rejectCreative(app.ctx, { id: id.replaceAll('-', ''), reason: 'misleading' });
      const { body } = await call(`/${id}`);
      expect([body.data.status, body.data.rejectionReason]).toEqual([3, 'misleading']);
      for (const status of [0, 1, 2]) expect((await edit(id, { status })).status).toBe(422);
      expect((await edit(id, { status: 3, name: 'Renamed' })).body.data.name).toBe('Renamed');
      await restoreCreative(app.ctx, id.replaceAll('-', ''));
      const restored = await call(`/${id}`);
      expect([restored.body.data.status, restored.body.data.rejectionReason]).toEqual([1, null]);
      expect((await edit(id, { status: 2 })).status).toBe(200);
    });

    it('keeps the last active creative of an active campaign active', async () => {
      const [first, second] = [await add(), await add()];
      await activate();
      expect((await edit(first, { status: 1 })).status).toBe(200);
      const { status, body } = await edit(second, { status: 1 });
      expect([status, body.errors]).toEqual([
        422,
        { status: ['is the last active creative of an active campaign'] },
      ]);
      expect((await edit(second, { name: 'Renamed' })).status).toBe(200);
    });

    it('answers 404 for an unknown one', async () => {
      expect((await edit('0'.repeat(32), { name: 'X' })).status).toBe(404);
    });
  },
);

describe('DELETE /api/v2/campaigns/{campaignId}/creatives/{creativeId}', () => {
  const remove = (id: string) => call(`/${id}`, { method: 'DELETE' });

  it('takes it out of every answer and of serving', async () => {
    const id = await add();
    const url: string = (await call(`/${id}`)).body.data.url;
    expect((await fetch(url)).status).toBe(200);
    const { status, body } = await remove(id);
    expect([status, body]).toEqual([200, { data: [] }]);
    expect([
      (await call(`/${id}`)).status,
      (await remove(id)).status,
      (await call()).body.meta.total,
      (await fetch(url)).status,
    ]).toEqual([404, 404, 0, 404]);
  });

  it('refuses the last active one of an active campaign', async () => {
    const [first, second] = [await add(), await add()];
    await activate();
    expect((await remove(first)).status).toBe(200);
    const { status } = await remove(second);
    expect([status, (await call(`/${second}`)).status]).toEqual([422, 200]);
  });

  it('leaves an active campaign one creative, whoever deletes at once', async () => {
    const ids = [await add(), await add(), await add(), await add()];
    await activate();
    const replies = await Promise.all(ids.map(remove));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
    const { body } = await call();
    expect(body.data.map(({ status }: { status: number }) => status)).toEqual([2]);
  });
});

it('serves no creative that is deleted while its content is read', async () => {
  const [id] = [await add(), await add()];
  const find = jest.spyOn(app.ctx.contents, 'find');
  find.mockImplementationOnce(async (contentId) => {
    await call(`/${id}`, { method: 'DELETE' });
    return app.ctx.contents.find(contentId);
  });
  const url = `${app.url}/serve/x${id.replaceAll('-', '')}.doc`;
  await send(url);
  expect((await send(url)).status).toBe(404);
});

it('leaves nothing in a campaign that is deleted while a creative is added', async () => {
  const fileId = await upload();
  const listOwned = jest.spyOn(app.ctx.uploads, 'listOwned');
  listOwned.mockImplementationOnce(async (...parameters) => {
    await deleteCampaign(app.ctx, { advertiserId: owner.id, id: campaignId });
    return app.ctx.uploads.listOwned(...parameters);
  });
  expect((await call('', { json: { fileId, name: 'Late' } })).status).toBe(404);
  expect((await send(`${app.url}/serve/x${fileId}.doc`)).status).toBe(404);
});

describe('creatives of others', () => {
  it('are not there', async () => {
    const id = await add();
    const fileId = await upload();
    const scopes = ['campaign.read', 'campaign.write'] as const;
    const stranger = await accessToken(app, { scopes });
    const statuses = await Promise.all([
      call('', { token: stranger }),
      call(`/${id}`, { token: stranger }),
      call(`/${id}`, { token: stranger, json: { name: 'Mine' } }),
      call(`/${id}`, { token: stranger, method: 'DELETE' }),
      call('', { token: stranger, json: { fileId, name: 'Mine' } }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('need a token with the scope', async () => {
    const id = await add();
    const reader = await accessToken(app, { scopes: ['campaign.read'], email: 'ann@test.example' });
    const writer = await accessToken(app, {
      scopes: ['campaign.write'],
      email: 'ann@test.example',
    });
    const statuses = await Promise.all([
      call(`/${id}`, { token: reader }),
      call(`/${id}`, { token: writer }),
      call(`/${id}`, { token: reader, json: { name: 'X' } }),
      call(`/${id}`, { token: reader, method: 'DELETE' }),
      call('', { token: 'x' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 403, 401]);
  });
});
