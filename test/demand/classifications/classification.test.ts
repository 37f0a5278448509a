import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listClassifications } from '../../../src/demand/classifications/classification.service';
import { parseClassifier } from '../../../src/classifier';
import { signedText } from '../../../src/demand/classifications/classifier';
import type { ClassificationStatus } from '../../../src/demand/classifications/classification';
import type { Creative } from '../../../src/demand/creatives/creative.resource';
import { restoreCreative } from '../../../src/demand/creatives/creative-review.service';
import { logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

const secret = randomBytes(32);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x: publicBytes } = publicKey.export({ format: 'jwk' }) as { x: string };

let app: TestApp;
let operator: string;
let first: Creative;
let second: Creative;

beforeAll(async () => {
  app = await startApp({
    env: {
      ADGATE_CLASSIFIERS: `brand-safety:hmac-sha256:${secret.toString('base64url')}, eyes:ed25519:${publicBytes}`,
    },
  });
  operator = await logIn(app, 'operator');
});
beforeEach(async () => {
  const { creatives } = await createActiveCampaign(app.ctx, { sizes: ['300x250', '728x90'] });
  [first, second] = creatives as [Creative, Creative];
});

interface Result {
  readonly id: string;
  readonly timestamp: number;
  readonly status: ClassificationStatus;
  readonly keywords?: Readonly<Record<string, readonly string[]>>;
}

const seconds = () => Math.floor(Date.now() / 1000);
const aResult = (changes: Partial<Result> = {}): Result => ({
  id: first.id,
  timestamp: seconds(),
  status: 'success',
  keywords: { category: ['news', 'crypto'], quality: ['high'] },
  ...changes,
});

const bytesOf = (classifier: string, { id, keywords = {}, ...rest }: Result, hash = first.hash) =>
  Buffer.from(signedText(classifier, { ...rest, creativeId: id, hash, keywords }));
const byHmac = (result: Result) => ({
  ...result,
  signature: createHmac('sha256', secret)
    .update(bytesOf('brand-safety', result))
    .digest('base64url'),
});
const byEd25519 = (result: Result) => ({
  ...result,
  signature: sign(null, bytesOf('eyes', result), privateKey).toString('base64url'),
});
const post = (json: unknown, classifier = 'brand-safety', method = 'POST') =>
  send(`${app.url}/callback/classifications/${classifier}`, { json, method });

const keywordsOf = async ({ id }: Creative) => (await app.ctx.creatives.findById(id))?.keywords;
const merged = async () =>
  (await listClassifications(app.ctx, [first.campaignId])).get(first.campaignId);

describe('signedText', () => {
  it('is the text that the schema describes', () => {
    const creativeId = 'c'.repeat(32);
    const result = { ...aResult({ timestamp: 1_700_000_000 }), creativeId, hash: 'a'.repeat(40) };
    expect(signedText('eyes', { ...result, keywords: result.keywords! })).toBe(
      `eyes\n${creativeId}\n${'a'.repeat(40)}\n1700000000\nsuccess\ncategory=crypto,news;quality=high`,
    );
  });
});

describe('ADGATE_CLASSIFIERS', () => {
  it.each([
    'eyes',
    'Eyes:hmac-sha256:' + 'A'.repeat(43),
    'eyes:hmac-sha256:AAAA',
    'eyes:md5:' + 'A'.repeat(43),
    'eyes:ed25519:' + 'A'.repeat(64),
    `eyes:hmac-sha256:${'A'.repeat(43)}:x`,
    `eyes:hmac-sha256:${'*'.repeat(43)}`,
  ])('does not take %s', (text) => {
    expect(parseClassifier(text)).toBeNull();
  });
});

describe('POST /callback/classifications/{classifier}', () => {
  it.each([
    ['brand-safety', byHmac, 'POST'],
    ['eyes', byEd25519, 'PATCH'],
  ] as const)('takes the results of %s', async (classifier, signed, method) => {
    const { status, body } = await post([signed(aResult())], classifier, method);
    expect([status, body]).toEqual([200, { data: { accepted: 1, ignored: 0 } }]);
    expect(await keywordsOf(first)).toEqual({
      [`${classifier}:category`]: ['news', 'crypto'],
      [`${classifier}:quality`]: ['high'],
      [`${classifier}:classified`]: ['1'],
    });
  });

  it('counts a result once, however often it comes, and an older one not at all', async () => {
    const now = seconds();
    const result = byHmac(aResult({ timestamp: now }));
    const replies = await Promise.all(Array.from({ length: 20 }, () => post([result])));
    expect(replies.map(({ body }) => body.data.accepted).sort()).toEqual([
      ...Array.from({ length: 19 }, () => 0),
      1,
    ]);
    const older = byHmac(aResult({ timestamp: now - 10, keywords: { category: ['adult'] } }));
    expect((await post({ results: [older] })).body.data).toEqual({ accepted: 0, ignored: 1 });
    expect((await keywordsOf(first))!['brand-safety:category']).toEqual(['news', 'crypto']);
  });

  it('replaces what the classifier said before, and nothing of others', async () => {
    await post([byEd25519(aResult({ keywords: { faces: ['yes'] } }))], 'eyes');
    const now = seconds();
    await post([byHmac(aResult({ timestamp: now - 1 }))]);
    await post([byHmac(aResult({ timestamp: now, keywords: { category: ['games'] } }))]);
    expect(await keywordsOf(first)).toEqual({
      'eyes:faces': ['yes'],
      'eyes:classified': ['1'],
      'brand-safety:category': ['games'],
      'brand-safety:classified': ['1'],
    });
  });

  it('takes again what was cut off half done, until it is done', async () => {
    const result = byHmac(aResult({ status: 'failure', keywords: {} }));
    const setKeywords = jest.spyOn(app.ctx.creatives, 'setKeywords');
    setKeywords.mockRejectedValueOnce(new Error('the database is gone'));
    expect((await post([result])).status).toBe(500);
    expect((await app.ctx.creatives.findById(first.id))?.status).toBe('active');
    expect((await post([result])).status).toBe(200);
    expect((await app.ctx.creatives.findById(first.id))?.status).toBe('rejected');
    await restoreCreative(app.ctx, first.id);
    await post([result]);
    expect((await app.ctx.creatives.findById(first.id))?.status).toBe('inactive');
  });

  it('rejects the creative with a failure, for a reason that the owner reads', async () => {
    await post([byHmac(aResult({ status: 'failure', keywords: {} }))]);
    expect(await app.ctx.creatives.findById(first.id)).toMatchObject({
      status: 'rejected',
      rejectionReason: 'refused by the classifier brand-safety',
      keywords: {},
    });
  });

  it.each([
    ['another key', () => ({ ...byEd25519(aResult()) })],
    ['no signature', () => ({ ...aResult(), signature: '' })],
    [
      'a padded signature',
      () => ({ ...byHmac(aResult()), signature: `${byHmac(aResult()).signature}=` }),
    ],
    ['another creative', () => ({ ...byHmac(aResult()), id: second.id })],
    ['other keywords', () => ({ ...byHmac(aResult()), keywords: { category: ['games'] } })],
    ['another status', () => ({ ...byHmac(aResult()), status: 'failure' })],
    ['another time', () => ({ ...byHmac(aResult()), timestamp: seconds() - 5 })],
    ['an unknown creative', () => byHmac(aResult({ id: 'f'.repeat(32) }))],
  ])('refuses a result signed for %s', async (_case, make) => {
    const { status, body } = await post([make()]);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['results.0.signature']]);
    expect(await keywordsOf(first)).toEqual({});
  });

  it.each([
    ['of an hour ago', () => byHmac(aResult({ timestamp: seconds() - 3_600 })), 'timestamp'],
    ['of the future', () => byHmac(aResult({ timestamp: seconds() + 3_600 })), 'timestamp'],
    ['with a time as text', () => ({ ...byHmac(aResult()), timestamp: '1' }), 'timestamp'],
    ['with no id', () => ({ ...byHmac(aResult()), id: null }), 'id'],
    ['with an unknown status', () => ({ ...byHmac(aResult()), status: 'fine' }), 'status'],
    ['with a list of keywords', () => ({ ...byHmac(aResult()), keywords: ['x'] }), 'keywords'],
    ['with a text for values', () => ({ ...byHmac(aResult()), keywords: { a: 'x' } }), 'keywords'],
    [
      'with a dot in a keyword',
      () => ({ ...byHmac(aResult()), keywords: { 'a.b': ['x'] } }),
      'keywords',
    ],
    ['with a dollar', () => ({ ...byHmac(aResult()), keywords: { $set: ['x'] } }), 'keywords'],
    [
      'with a value of 100 letters',
      () => ({ ...byHmac(aResult()), keywords: { a: ['x'.repeat(100)] } }),
      'keywords',
    ],
    [
      'with a keyword of ours',
      () => ({ ...byHmac(aResult()), keywords: { classified: ['1'] } }),
      'keywords',
    ],
    ['with a long signature', () => ({ ...aResult(), signature: 'A'.repeat(200) }), 'signature'],
  ])('refuses a result %s', async (_case, make, member) => {
    const { status, body } = await post([make()]);
    expect([status, Object.keys(body.errors)]).toEqual([422, [`results.0.${member}`]]);
  });

  it('takes all or none', async () => {
    const { status } = await post([byHmac(aResult()), { ...aResult(), signature: 'AAAA' }]);
    expect([status, await keywordsOf(first)]).toEqual([422, {}]);
  });

  it.each([
    [[]],
    [{}],
    [null],
    ['x'],
    [{ results: 'x' }],
    [Array.from({ length: 101 }, () => ({}))],
  ])('refuses %j', async (json) => {
    expect((await post(json)).status).toBe(422);
  });

  it('knows no classifier that the settings do not name', async () => {
    for (const name of ['other', '__proto__', 'constructor'])
      expect((await post([byHmac(aResult())], name)).status).toBe(404);
  });
});

describe('mutation setClassification', () => {
  const set = (input: object, token = operator) =>
    sendGraphql(
      app,
      token,
      'mutation ($input: SetClassificationInput!) { setClassification(input: $input) }',
      { input },
    );

  it('is the operator’s', async () => {
    const advertiser = await logIn(app, 'advertiser');
    const input = { id: first.id, classifier: 'staff', status: 'success' };
    expect((await set(input, advertiser)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await set(input)).body.data).toEqual({ setClassification: true });
    expect(await keywordsOf(first)).toEqual({ 'staff:classified': ['1'] });
  });

  it.each([
    [{ id: 'x' }, 'id'],
    [{ classifier: 'Staff' }, 'classifier'],
    [{ classifier: 'a.b' }, 'classifier'],
    [{ keywords: { A: ['x'] } }, 'keywords'],
    [{ keywords: { a: [] } }, 'keywords'],
    [{ keywords: 'x' }, 'keywords'],
  ])('refuses %j', async (changes, member) => {
    const { body } = await set({
      id: first.id,
      classifier: 'staff',
      status: 'success',
      ...changes,
    });
    expect(Object.keys(body.errors[0].extensions.details)).toEqual([member]);
  });

  it('refuses a status that the schema does not have', async () => {
    const { body } = await set({ id: first.id, classifier: 'staff', status: 'fine' });
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(body.errors[0].message).toContain('input.status');
  });

  it('answers NOT_FOUND for an unknown creative', async () => {
    const { body } = await set({ id: '0'.repeat(32), classifier: 'staff', status: 'new' });
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
  });
});

describe('listClassifications', () => {
  it('has the least advanced status and all keywords of a campaign’s creatives', async () => {
    await post([byHmac(aResult())]);
    expect(await merged()).toEqual([
      {
        classifier: 'brand-safety',
        status: 'new',
        keywords: '{"category":["crypto","news"],"quality":["high"]}',
      },
      { classifier: 'eyes', status: 'new', keywords: '{}' },
    ]);
    const other = aResult({ id: second.id, keywords: { category: ['games'] } });
    const signature = createHmac('sha256', secret)
      .update(bytesOf('brand-safety', other, second.hash))
      .digest('base64url');
    await post([{ ...other, signature }]);
    expect((await merged())![0]).toEqual({
      classifier: 'brand-safety',
      status: 'success',
      keywords: '{"category":["crypto","games","news"],"quality":["high"]}',
    });
  });
});

describe('publishers’ filters', () => {
  const find = (host: string, name: string) =>
    send(`${app.url}/supply/find`, {
      json: {
        context: { iid: crypto.randomUUID(), url: `https://${host}` },
        placements: [{ id: '1', name, width: 970, height: 250 }],
      },
    });

  it.each([
    ['requires', { requires: { 'brand-safety:category': ['games'] }, excludes: {} }],
    ['excludes', { requires: {}, excludes: { 'brand-safety:category': ['adult'] } }],
  ])('on what a classifier found take part in selection: %s', async (kind, filtering) => {
    const { creatives } = await createActiveCampaign(app.ctx, { sizes: ['970x250'] });
    const creative = creatives[0]!;
    const host = `${kind}.example`;
    const { body } = await find(host, 'a');
    expect(body.data).toHaveLength(1);
    const { siteId } = body.data[0];
    await app.ctx.sites.models[0]!.db.collection<{ _id: string }>('sites').updateOne(
      { _id: siteId },
      { $set: { filtering, updatedAt: new Date() } },
    );
    await app.ctx.supplyDirectory.refresh({ siteIds: [siteId], placementIds: [], accountIds: [] });
    expect((await find(host, 'a')).body.data).toEqual([]);
    const result = aResult({ id: creative.id, keywords: { category: ['games'] } });
    const signature = createHmac('sha256', secret)
      .update(bytesOf('brand-safety', result, creative.hash))
      .digest('base64url');
    await post([{ ...result, signature }]);
    const served = await find(host, 'a');
    expect(served.body.data.map(({ creativeId }: { creativeId: string }) => creativeId)).toEqual([
      creative.id,
    ]);
    await app.ctx.creatives.delete(creative.id, new Date());
    await app.ctx.inventory.refresh({ campaignIds: [], creativeIds: [creative.id] });
  });
});
