import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Reply, send, startApp, type TestApp } from '../../support/app';
import {} from './supply-finds';

describe('GET /supply/register', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  const cookieOf = ({ headers }: Reply) =>
    /^tid=([\w-]{30});/.exec(headers.get('set-cookie') ?? '')?.[1];

  it('answers an HTML document that reports to the page around it, and a tracking cookie', async () => {
    const reply = await send(`${app.url}/supply/register?iid=${randomUUID()}&stid=user-1`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=UTF-8',
    ]);
    const script = /<script>(.*)<\/script>/s.exec(String(reply.body))![1]!;
    expect(script).toContain('insertElem');
    const scriptHash = createHash('sha256').update(script).digest('base64');
    expect(reply.headers.get('content-security-policy')).toContain(`'sha256-${scriptHash}'`);
    expect(reply.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/);
  });

  it('gives the same id to the same seed, and keeps the one of a valid cookie', async () => {
    const register = (query: string, headers = {}) =>
      send(`${app.url}/supply/register?${query}`, { headers });
    const first = cookieOf(await register('iid=a&stid=user-1'));
    expect(cookieOf(await register('iid=b&stid=user-1'))).toBe(first);
    expect(cookieOf(await register('iid=c&stid=user-2'))).not.toBe(first);
    expect(cookieOf(await register('iid=d', { Cookie: `x=y; tid=${first!}` }))).toBe(first);
    const forged = `${first!.slice(0, -1)}${first!.endsWith('A') ? 'B' : 'A'}`;
    expect(cookieOf(await register('iid=e&stid=user-2', { Cookie: `tid=${forged}` }))).not.toBe(
      forged,
    );
  });

  it('gives a new visitor an id that impression and address alone do not tell', async () => {
    const reply = await send(`${app.url}/supply/register?iid=known-to-all`);
    const id = Buffer.from(cookieOf(reply)!, 'base64url').subarray(0, 16).toString('hex');
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1'])
      expect(createHash('sha256').update(`known-to-all\0${address}`).digest('hex')).not.toContain(
        id,
      );
    expect(cookieOf(await send(`${app.url}/supply/register?iid=known-to-all`))).toBe(
      cookieOf(reply),
    );
  });

  it('sets no cookie where the visitor asks not to be tracked, not even the one that comes', async () => {
    const first = cookieOf(await send(`${app.url}/supply/register?iid=a&stid=user-1`));
    const reply = await send(`${app.url}/supply/register?iid=b&stid=user-1`, {
      headers: { 'Sec-GPC': '1', Cookie: `tid=${first!}` },
    });
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
    expect(reply.body).toContain('insertElem');
  });

  it.each([
    ['no iid', ''],
    ['an empty iid', 'iid='],
    ['iid twice', 'iid=a&iid=b'],
    ['an endless iid', `iid=${'x'.repeat(300)}`],
  ])('refuses %s', async (_case, query) => {
    const { status, body } = await send(`${app.url}/supply/register?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['iid']]);
  });
});
