import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { deleteCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { Conversion } from '../../../src/demand/conversions/conversion.resource';
import type { ClickConversionMode } from '../../../src/demand/conversions/click-conversion-mode';
import {
  createConversion,
  deleteConversion,
} from '../../../src/demand/conversions/conversion.service';
import { testCaseOf } from '../../../src/market/recorded-conversions/test-case';
import { type Reply, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { toDashed } from '../../../src/id';
import { freshDatabase } from '../../support/database';
import { aNewConversion } from '../../support/conversions';

const hexId = () => randomUUID().replaceAll('-', '');
const aNonce = () => randomBytes(12).toString('base64url');

describe('/kw', () => {
  let app: TestApp;
  let second: TestApp;
  let campaign: Campaign;
  let other: Campaign;
  let hosts = 0;

  beforeAll(async () => {
    const mongodbUri = await freshDatabase();
    app = await startApp({ mongodbUri });
    second = await startApp({ mongodbUri });
    ({ campaign } = await createActiveCampaign(app.ctx));
    ({ campaign: other } = await createActiveCampaign(app.ctx, { sizes: ['728x90'] }));
  });

  const seconds = (shift = 0) => String(Math.floor(Date.now() / 1000) + shift);
  const get = (path: string, headers: Record<string, string> = {}, at = app): Promise<Reply> =>
    send(`${at.url}/kw/${path}`, { headers });
  const define = (changes: Partial<Conversion> = {}): Promise<Conversion> =>
    createConversion(
      app.ctx,
      aNewConversion({
        advertiserId: campaign.advertiserId,
        campaignId: campaign.id,
        value: usd('0.5'),
        ...changes,
      }),
    );
  const advanced = { type: 'advanced', isRepeatable: true, limitType: 'out_of_budget' } as const;

  /** Sees, and maybe clicks, the campaign's creative, by the URLs of a real find. */
  async function visit({ hasClick = false, cookie = '', size = '300x250' } = {}): Promise<string> {
    const [width, height] = size.split('x').map(Number);
    const context = { iid: randomUUID(), url: `https://site${(hosts += 1)}.example/` };
    const { body } = await send(`${app.url}/supply/find`, {
      json: { context, placements: [{ id: '1', width, height }] },
      headers: { cookie },
    });
    const caseId = hexId();
    const [{ viewUrl, clickUrl }] = body.data;
    const agent = {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    expect((await send(`${viewUrl}&cid=${caseId}`, { headers: agent })).status).toBe(200);
    if (hasClick)
      expect((await send(`${clickUrl}&cid=${caseId}`, { headers: agent })).status).toBe(302);
    return caseId;
  }
  async function register(): Promise<string> {
    const reply = await send(`${app.url}/supply/register?iid=${randomUUID()}`);
    return reply.headers.get('set-cookie')!.split(';')[0]!;
  }
  /** The query of a signed link, as an advertiser's server makes it from the documentation. */
  function sign(
    id: string,
    query: { value?: string; cid?: string; nonce?: string; ts?: string },
    secret = campaign.secret,
  ) {
    const { value = '', cid = '', nonce = aNonce(), ts = seconds() } = query;
    const sig = createHash('sha256')
      .update(id)
      .update(Buffer.from(nonce, 'base64url'))
      .update(ts + value + cid + secret)
      .digest('base64url');
    return new URLSearchParams({ ...query, nonce, ts, sig }).toString();
  }
  const recordsOf = (id: string) =>
    app.ctx.recordedConversions.models[0]
      .find({ $or: [{ conversionId: id }, { conversionId: null, campaignId: id }] })
      .lean();
  const pixelOf = ({ status, headers }: Reply) => [status, headers.get('content-type')];
  const pixel = [200, 'image/gif'];

  describe('a basic conversion', () => {
    it('is recorded for the case that is named, with its value', async () => {
      const { id } = await define();
      const cid = await visit();
      const { status, headers, body } = await get(`${id}?cid=${cid}`);
      expect([status, body]).toEqual([200, { status: 'OK' }]);
      expect(headers.get('cache-control')).toBe('no-store');
      const [record, ...more] = await recordsOf(id);
      expect(more).toEqual([]);
      expect(record).toMatchObject({
        conversionId: id,
        campaignId: campaign.id,
        advertiserId: campaign.advertiserId,
        limitType: 'in_budget',
        cases: [
          { caseId: cid, value: usd('0.5'), creativeId: expect.stringMatching(/^[0-9a-f]{32}$/) },
        ],
      });
    });

    it('says when it came, and why it was refused', async () => {
      const { id } = await define();
      const known = () => app.ctx.conversions.findById(id);
      const cid = await visit();
      await send(`${app.url}/kw/${id}?cid=${cid}`, { method: 'HEAD' });
      expect(await known()).toMatchObject({ lastRecordedAt: null, lastRefusal: null });
      expect((await get(id)).status).toBe(400);
      expect(await known()).toMatchObject({
        lastRecordedAt: null,
        lastRefusedAt: expect.any(Date),
        lastRefusal: 'neither a case id (cid) nor a known visitor',
      });
      expect((await get(`${id}?cid=${cid}`)).status).toBe(200);
      expect(await known()).toMatchObject({ lastRecordedAt: expect.any(Date), lastTestAt: null });
    });

    it('is not recorded for the case of tests, however often that comes', async () => {
      const { id } = await define();
      const cid = testCaseOf(campaign);
      for (let times = 0; times < 2; times += 1)
        expect((await get(`${id}?cid=${cid}`)).body).toEqual({ status: 'OK' });
      expect(await recordsOf(id)).toEqual([]);
      expect(await app.ctx.conversions.findById(id)).toMatchObject({
        lastTestAt: expect.any(Date),
        lastTestValue: usd('0.5'),
        lastRecordedAt: null,
      });
      expect((await get(`${id}?cid=${testCaseOf(other)}`)).status).toBe(422);
    });

    it('answers an image with a pixel, in the name of any origin', async () => {
      const { id } = await define();
      const cid = await visit();
      const reply = await get(`${id}.gif?cid=${cid}`, { Origin: 'https://shop.example' });
      expect(pixelOf(reply)).toEqual(pixel);
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      expect(await recordsOf(id)).toHaveLength(1);
    });

    it('is shared in equal parts by the recent cases of the visitor’s cookie', async () => {
      const { id } = await define({ value: 10n });
      const cookie = await register();
      const cases = [await visit({ cookie }), await visit({ cookie }), await visit({ cookie })];
      await visit({ cookie, size: '728x90' });
      expect((await get(id, { cookie: `a=b; ${cookie}` })).body).toEqual({ status: 'OK' });
      const [record] = await recordsOf(id);
      expect(new Set(record!.cases.map(({ caseId }) => caseId))).toEqual(new Set(cases));
      expect(record!.cases.map(({ value }) => value)).toEqual([3n, 3n, 3n]);
    });

    it('does not repeat for a case, also when the case comes by cookie', async () => {
      const { id } = await define();
      const cookie = await register();
      const cid = await visit({ cookie });
      expect((await get(`${id}?cid=${cid}`)).status).toBe(200);
      expect((await get(`${id}?cid=${cid}`)).status).toBe(400);
      expect((await get(id, { cookie })).status).toBe(400);
      expect(pixelOf(await get(`${id}.gif?cid=${cid}`))).toEqual(pixel);
      expect(await recordsOf(id)).toHaveLength(1);
    });

    it('is counted once of a hundred copies, on two processes', async () => {
      const { id } = await define();
      const cid = await visit();
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_value, at) =>
          get(`${id}?cid=${cid}`, {}, at % 2 ? app : second),
        ),
      );
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 400)]);
      expect(await recordsOf(id)).toHaveLength(1);
    });

    it('takes no value but its own', async () => {
      const { id } = await define();
      const cid = await visit();
      await get(`${id}?cid=${cid}&value=1000`);
      expect((await recordsOf(id))[0]!.cases[0]!.value).toBe(usd('0.5'));
    });
  });

  describe('an advanced conversion', () => {
    it('is recorded as it is signed, as often as it repeats', async () => {
      const { id } = await define({ ...advanced, isValueMutable: true, value: null });
      const cid = await visit();
      for (const value of ['1.25', '0'])
        expect((await get(`${id}?${sign(id, { cid, value })}`)).body).toEqual({ status: 'OK' });
      const records = await recordsOf(id);
      expect(records.map(({ cases }) => cases[0]!.value).sort()).toEqual([0n, usd('1.25')]);
      expect(records[0]!.limitType).toBe('out_of_budget');
    });

    it('covers what the path and the query say as they say it', async () => {
      const { id } = await define(advanced);
      const cid = (await visit()).toUpperCase();
      const shouted = id.toUpperCase();
      expect((await get(`${shouted}?${sign(shouted, { cid })}`)).status).toBe(200);
      expect((await get(`${id}?${sign(shouted, { cid })}`)).status).toBe(400);
    });

    it('is counted once of a hundred copies, on two processes', async () => {
      const { id } = await define(advanced);
      const query = sign(id, { cid: await visit() });
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_value, at) =>
          get(`${id}?${query}`, {}, at % 2 ? app : second),
        ),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 400)).toHaveLength(99);
      expect(await recordsOf(id)).toHaveLength(1);
    });

    it('lets a nonce be used again once its time is over', async () => {
      const { id } = await define(advanced);
      const cid = await visit();
      const nonce = aNonce();
      const once = (shift = 0) => get(`${id}?${sign(id, { cid, nonce, ts: seconds(shift) })}`);
      expect([(await once()).status, (await once()).status]).toEqual([200, 400]);
      const later = jest.spyOn(app.ctx, 'now');
      later.mockReturnValue(new Date(Date.now() + 311_000));
      const statuses = [(await once(311)).status, (await once(311)).status];
      later.mockRestore();
      expect(statuses).toEqual([200, 400]);
    });

    it('keeps a nonce as long as its signature holds, to the end of that second', async () => {
      const { id } = await define(advanced);
      const cid = await visit();
      const second = Math.floor(Date.now() / 1000);
      const query = sign(id, { cid, ts: String(second) });
      const clock = jest.spyOn(app.ctx, 'now');
      clock.mockReturnValue(new Date(second * 1000));
      expect((await get(`${id}?${query}`)).status).toBe(200);
      clock.mockReturnValue(new Date(second * 1000 + 300_999));
      const { status } = await get(`${id}?${query}`);
      clock.mockRestore();
      expect(status).toBe(400);
      expect(await recordsOf(id)).toHaveLength(1);
    });

    it.each([
      ['from the beginning of its second on', 0, -1],
      ['to the end of the 300th second behind it', 300_999, 301_000],
    ])('is taken %s, and not a millisecond beyond', async (_border, within, beyond) => {
      const { id } = await define(advanced);
      const second = Math.floor(Date.now() / 1000);
      const query = sign(id, { cid: await visit(), ts: String(second) });
      const clock = jest.spyOn(app.ctx, 'now');
      const statuses: number[] = [];
      for (const ms of [beyond, within]) {
        clock.mockReturnValue(new Date(second * 1000 + ms));
        statuses.push((await get(`${id}?${query}`)).status);
      }
      clock.mockRestore();
      expect(statuses).toEqual([400, 200]);
    });

    it('takes another spelling of a nonce for the same', async () => {
      const { id } = await define(advanced);
      const cid = await visit();
      const ts = seconds();
      const first = sign(id, { cid, ts, nonce: 'AA' });
      expect((await get(`${id}?${first}`)).status).toBe(200);
      expect((await get(`${id}?${first.replace('nonce=AA', 'nonce=AB')}`)).status).toBe(400);
    });

    it('does not let a digit of the nonce pass for one of the timestamp', async () => {
      const { id } = await define(advanced);
      const cid = await visit();
      const bytes = Buffer.concat([randomBytes(8), Buffer.from('0')]);
      const query = sign(id, { cid, nonce: bytes.toString('base64url') });
      expect((await get(`${id}?${query}`)).status).toBe(200);
      const moved = new URLSearchParams(query);
      moved.set('nonce', bytes.subarray(0, 8).toString('base64url'));
      moved.set('ts', `0${moved.get('ts')!}`);
      expect((await get(`${id}?${moved.toString()}`)).status).toBe(400);
      expect(await recordsOf(id)).toHaveLength(1);
    });

    const refusals: readonly [string, (id: string, cid: string) => string][] = [
      ['without a signature', (_id, cid) => `cid=${cid}`],
      ['without a nonce', (id, cid) => sign(id, { cid }).replace(/nonce=[^&]*/, 'nonce=')],
      ['without a timestamp', (id, cid) => sign(id, { cid }).replace(/ts=\d+/, '')],
      ['with a stale timestamp', (id, cid) => sign(id, { cid, ts: seconds(-302) })],
      ['from the future', (id, cid) => sign(id, { cid, ts: seconds(60) })],
      ['at the beginning of time', (id, cid) => sign(id, { cid, ts: '0' })],
      ['before it', (id, cid) => sign(id, { cid, ts: '-1' })],
      ['at no time', (id, cid) => sign(id, { cid, ts: 'now' })],
      ['at a time with an exponent', (id, cid) => sign(id, { cid, ts: '1.7e9' })],
      ['with a nonce that is no base64url', (id, cid) => sign(id, { cid, nonce: 'a+b/' })],
      ['with a nonce of 257 characters', (id, cid) => sign(id, { cid, nonce: 'a'.repeat(257) })],
      ['with another’s secret', (id, cid) => sign(id, { cid }, 'x'.repeat(22))],
      ['with an empty secret', (id, cid) => sign(id, { cid }, '')],
      [
        'for another case',
        (id, cid) => sign(id, { cid: hexId() }).replace(/cid=\w+/, `cid=${cid}`),
      ],
      [
        'for another value',
        (id, cid) => sign(id, { cid, value: '1' }).replace('value=1', 'value=2'),
      ],
      ['with a signature cut short', (id, cid) => sign(id, { cid }).slice(0, -1)],
      ['with two signatures', (id, cid) => `${sign(id, { cid })}&sig=x`],
    ];
    it.each(refusals)('is refused %s, an image silently', async (_case, queryOf) => {
      const { id } = await define({ ...advanced, isValueMutable: true });
      const query = queryOf(id, await visit());
      const { status, body } = await get(`${id}?${query}`);
      expect([status, body.code]).toEqual([400, 400]);
      expect(pixelOf(await get(`${id}.gif?${query}`))).toEqual(pixel);
      expect(await recordsOf(id)).toEqual([]);
    });

    it.each(['-1', '1,5', 'x', '1e3', '0x10', '0.000000000001', '9'.repeat(20), 'NaN'])(
      'refuses the value %s',
      async (value) => {
        const { id } = await define({ ...advanced, isValueMutable: true });
        const query = sign(id, { cid: await visit(), value });
        expect((await get(`${id}?${query}`)).status).toBe(400);
      },
    );

    it('refuses no value where it has none of its own', async () => {
      const { id } = await define({ ...advanced, isValueMutable: true, value: null });
      expect((await get(`${id}?${sign(id, { cid: await visit() })}`)).status).toBe(400);
    });
  });

  describe('a click conversion', () => {
    const refresh = () =>
      app.ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
    const setMode = (mode: ClickConversionMode) =>
      app.ctx.campaigns.update(campaign, { conversionClick: mode });

    it('confirms a click once', async () => {
      await setMode('basic');
      const cid = await visit({ hasClick: true });
      const seen = (await recordsOf(campaign.id)).length;
      expect((await get(`kl/${campaign.id}?cid=${cid}`)).body).toEqual({ status: 'OK' });
      expect((await get(`kl/${campaign.id}?cid=${cid}`)).status).toBe(400);
      const records = await recordsOf(campaign.id);
      expect(records).toHaveLength(seen + 1);
      expect(records.at(-1)!.cases).toMatchObject([
        { caseId: cid, eventId: expect.stringMatching(/^click:/), value: 0n },
      ]);
    });

    it('leads to the price that its click was offered at, whatever it is by now', async () => {
      await app.ctx.campaigns.update(campaign, { conversionClick: 'basic', maxCpc: usd('0.3') });
      await refresh();
      const cid = await visit({ hasClick: true });
      await app.ctx.campaigns.update(campaign, { maxCpc: null });
      await refresh();
      await get(`kl/${campaign.id}?cid=${cid}`);
      const record = (await recordsOf(campaign.id)).at(-1)!;
      const [click] = await app.ctx.events.listByIds(record.cases.map(({ eventId }) => eventId));
      expect(click).toMatchObject({ price: usd('0.3'), needsConfirmation: true });
    });

    it('answers an image with a pixel, and knows the visitor by cookie', async () => {
      await setMode('basic');
      const cookie = await register();
      const cid = await visit({ hasClick: true, cookie });
      expect(pixelOf(await get(`kl/${campaign.id}.gif`, { cookie }))).toEqual(pixel);
      expect((await get(`kl/${campaign.id}?cid=${cid}`)).status).toBe(400);
    });

    it('is for clicks, not for views', async () => {
      await setMode('basic');
      const cid = await visit();
      expect((await get(`kl/${campaign.id}?cid=${cid}`)).status).toBe(422);
    });

    it('is signed where the campaign says so', async () => {
      await setMode('advanced');
      const cid = await visit({ hasClick: true });
      expect((await get(`kl/${campaign.id}?cid=${cid}`)).status).toBe(400);
      expect((await get(`kl/${campaign.id}?${sign(campaign.id, { cid })}`)).status).toBe(200);
    });

    it('is refused where clicks count at once', async () => {
      await setMode('none');
      const cid = await visit({ hasClick: true });
      expect((await get(`kl/${campaign.id}?cid=${cid}`)).status).toBe(400);
      expect((await get(`kl/${other.id}?cid=${cid}`)).status).toBe(400);
    });
  });

  it.each(['', 'kl/'])('refuses malformed ids at %s<id>, images too', async (prefix) => {
    const { id } = await define();
    const target = prefix === '' ? id : campaign.id;
    const paths = [
      target.slice(1),
      `${target}0`,
      target.replace(/^(.{8})/, '$1-'),
      'x'.repeat(32),
      `${target}?cid=${randomUUID().slice(1)}`,
      `${target}?cid=x`,
      `${target}?cid=__proto__`,
    ];
    for (const path of paths)
      for (const form of [path, path.replace(/(\?|$)/, '.gif$1')]) {
        const { status, body } = await get(`${prefix}${form}`);
        // A text that can be no id is no path of ours.
        const expected = path.includes('?') ? 400 : 404;
        expect([form, status, body.code]).toEqual([form, expected, expected]);
      }
  });

  it('refuses who is neither a case nor a known visitor, an image silently', async () => {
    const { id } = await define();
    for (const cookie of ['', 'tid=x', `tid=${'a'.repeat(30)}`]) {
      expect((await get(id, { cookie })).status).toBe(400);
      expect(pixelOf(await get(`${id}.gif`, { cookie }))).toEqual(pixel);
    }
  });

  it('knows nothing of what is not there, or gone', async () => {
    const { id, advertiserId } = await define();
    const cid = await visit();
    await deleteConversion(app.ctx, { advertiserId, id });
    for (const path of [id, hexId(), `kl/${hexId()}`]) {
      expect((await get(`${path}?cid=${cid}`)).status).toBe(404);
      expect(pixelOf(await get(`${path}.gif?cid=${cid}`))).toEqual(pixel);
    }
    const { campaign: doomed } = await createActiveCampaign(app.ctx, { sizes: ['970x90'] });
    const gone = await define({ campaignId: doomed.id });
    await deleteCampaign(app.ctx, { advertiserId, id: doomed.id });
    for (const path of [gone.id, `kl/${doomed.id}`])
      expect((await get(`${path}?cid=${cid}`)).status).toBe(404);
  });

  it('takes cases of its own campaign alone', async () => {
    const { id } = await define();
    for (const cid of [hexId(), await visit({ size: '728x90' })]) {
      const { status, body } = await get(`${id}?cid=${cid}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['cid']]);
      expect(pixelOf(await get(`${id}.gif?cid=${cid}`))).toEqual(pixel);
    }
    expect(await recordsOf(id)).toEqual([]);
  });

  it.each(['', 'kl/'])('takes cases of the last 90 days alone, at %s<id>', async (prefix) => {
    const mode = (conversionClick: ClickConversionMode) =>
      app.ctx.campaigns.update(campaign, { conversionClick });
    await mode('basic');
    const cid = await visit({ hasClick: true });
    const path = `${prefix}${prefix === '' ? (await define()).id : campaign.id}?cid=${cid}`;
    const clock = jest.spyOn(app.ctx, 'now');
    const afterDays = async (days: number) => {
      clock.mockReturnValue(new Date(Date.now() + days * 24 * 60 * 60 * 1000));
      return (await get(path)).status;
    };
    const statuses = [await afterDays(91), await afterDays(89), await afterDays(89)];
    clock.mockRestore();
    await mode('none');
    expect(statuses).toEqual([422, 200, 400]);
  });

  it('takes a case in each form that a view takes', async () => {
    const { id } = await define({ isRepeatable: false });
    const forms = [
      toDashed,
      (cid: string) => toDashed(cid).toUpperCase(),
      (cid: string) => cid.toUpperCase(),
    ];
    for (const write of forms) {
      const cid = await visit();
      expect([write(cid), (await get(`${id}.gif?cid=${write(cid)}`)).status]).toEqual([
        write(cid),
        200,
      ]);
      expect((await get(`${id}?cid=${cid}`)).status).toBe(400);
    }
    expect(await recordsOf(id)).toHaveLength(forms.length);
    const signed = await define(advanced);
    const query = sign(signed.id, { cid: toDashed(await visit()) });
    expect((await get(`${signed.id}?${query}`)).status).toBe(200);
  });

  it.each<readonly [string, (members: URLSearchParams) => { query?: string; init?: RequestInit }]>([
    ['the members in the URL', (members) => ({ query: `?${members.toString()}` })],
    ['a form', (members) => ({ init: { body: members } })],
    ['a form, of which a beacon makes text', (members) => ({ init: { body: String(members) } })],
    [
      'JSON',
      (members) => ({
        init: {
          body: JSON.stringify(Object.fromEntries(members)),
          headers: { 'Content-Type': 'application/json' },
        },
      }),
    ],
  ])('is for POST, too, with %s', async (_what, requestOf) => {
    const { id } = await define(advanced);
    const members = new URLSearchParams(sign(id, { cid: await visit() }));
    const { query = '', init } = requestOf(members);
    const post = (name: string) =>
      send(`${app.url}/kw/${name}${query}`, { method: 'POST', ...init });
    expect((await post(id)).status).toBe(200);
    expect(await recordsOf(id)).toHaveLength(1);
    expect((await post(id)).status).toBe(400);
    expect(pixelOf(await post(`${id}.gif`))).toEqual(pixel);
    expect(
      (await send(`${app.url}/kw/${id}?cid=${hexId()}`, { method: 'POST', body: members })).status,
    ).toBe(400);
  });

  it('says which types of bodies it takes', async () => {
    const { id } = await define();
    const headers = { 'Content-Type': 'text/html' };
    const { status, body } = await send(`${app.url}/kw/${id}`, {
      ...{ method: 'POST', headers, body: 'a=b' },
    });
    expect([status, body.message]).toEqual([
      415,
      'the content type must be application/json or application/x-www-form-urlencoded or text/plain',
    ]);
  });

  it('is for GET, HEAD and POST', async () => {
    const { id } = await define();
    const { status, headers } = await send(`${app.url}/kw/${id}`, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
  });
});
