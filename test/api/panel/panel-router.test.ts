import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLogInLink } from '../../../src/identity/accounts/log-in-link.service';
import { suspendAccount } from '../../../src/identity/accounts/account-management.service';
import { anAccount } from '../../identity/oauth/support';
import { CookieBrowser } from '../../support/cookie-browser';
import { send, startApp, type TestApp } from '../../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** Headers of a browser for an address that a person has typed. */
const typed = { 'Sec-Fetch-Site': 'none' };

async function aSession(): Promise<{ readonly Cookie: string }> {
  const { id } = await anAccount(app);
  const { headers } = await send(await createLogInLink(app.ctx, id), { headers: typed });
  return { Cookie: headers.getSetCookie()[0]!.split(';')[0]! };
}

describe('GET /', () => {
  it('says what this is, to who has no session', async () => {
    const { status, body } = await send(`${app.url}/`);
    expect([status, body]).toEqual([200, expect.stringContaining('This is an ad server')]);
    expect(body).not.toContain('<script');
  });

  it('leads to the panel who has one', async () => {
    const { status, headers } = await send(`${app.url}/`, { headers: await aSession() });
    expect([status, headers.get('location')]).toEqual([303, '/panel/']);
  });
});

it('keeps a log-in link though a program asks for its head', async () => {
  const { id } = await anAccount(app);
  const link = await createLogInLink(app.ctx, id);
  const head = await send(link, { method: 'HEAD', headers: typed });
  expect([head.status, head.headers.getSetCookie().join().includes('adgate-session')]).toEqual([
    200,
    false,
  ]);
  expect((await send(link, { headers: typed })).status).toBe(303);
});

describe('the panel’s files', () => {
  it.each(['/panel', '/panel/', '/panel/campaigns?status=a', '/panel/a/b/c'])(
    'are for sessions: %s leads to the log-in page',
    async (path) => {
      const { status, headers } = await send(app.url + path);
      expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
      const { searchParams } = new URL(headers.get('location')!, app.url);
      expect(searchParams.get('return_to')).toBe(path === '/panel' ? '/panel/' : path);
    },
  );

  it('come with a policy that lets nothing in', async () => {
    const { status, headers, body } = await send(`${app.url}/panel/any/where`, {
      headers: await aSession(),
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|style=/);
  });

  it('are hashed, kept for ever and compressed', async () => {
    const { body } = await send(`${app.url}/panel/`, { headers: await aSession() });
    const [, path] = /src="(\/panel\/assets\/[^"]+-[\w-]{8}\.js)"/.exec(body as string)!;
    const plain = await fetch(app.url + path!, { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    for (const [accepted, coding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const packed = await send(app.url + path!, { headers: { 'Accept-Encoding': accepted } });
      expect(packed.headers.get('content-encoding')).toBe(coding);
      expect(packed.body).toBe(text);
    }
    const etag = plain.headers.get('etag')!;
    // A strong one would say that the bytes are the same in each coding (RFC 9110 §8.8.1).
    expect(etag).toMatch(/^W\//);
    expect((await send(app.url + path!, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it('weigh less than 225 kB together where a person begins', async () => {
    const { body } = await send(`${app.url}/panel/`, { headers: await aSession() });
    const paths = [...String(body).matchAll(/(?:src|href)="(\/panel\/[^"]+)"/g)];
    const sizes = await Promise.all(
      paths.map(async ([, path]) => {
        const init = { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } };
        const { headers } = await fetch(app.url + path!, init);
        return Number(headers.get('content-length'));
      }),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(225_000);
  });

  it.each([
    ['GET', '/panel/assets/nothing.js', 404],
    ['GET', '/panel/assets/..%2findex.html', 404],
    ['POST', '/panel/', 405],
    ['DELETE', '/', 405],
  ])('has no %s %s', async (method, path, status) => {
    expect((await send(app.url + path, { method })).status).toBe(status);
  });
});

describe('a log-in link', () => {
  it('logs in at once who has typed it, and only once', async () => {
    const { id } = await anAccount(app);
    const link = await createLogInLink(app.ctx, id);
    const first = await send(link, { headers: typed });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/panel/']);
    const second = await send(link, { headers: typed });
    expect([second.status, second.headers.getSetCookie()]).toEqual([422, []]);
    expect(second.body).toContain('does not work any more');
  });

  it.each([
    ['a program', {}],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a browser that loads ahead', { ...typed, 'Sec-Purpose': 'prefetch' }],
  ])('asks first, and is not used up, when it is opened by %s', async (_case, headers) => {
    const { id, email } = await anAccount(app);
    const browser = new CookieBrowser('nowhere:');
    const page = await browser.open(await createLogInLink(app.ctx, id), { headers });
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(`Log in as ${email}?`)]);
    expect(browser.cookies.has('adgate-session')).toBe(false);
    const forged = await send(page.url, { method: 'POST' });
    expect([forged.status, forged.body]).toEqual([403, expect.stringContaining('our cookie')]);
    const posted = await browser.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({
        form_token: /name="form_token" value="([^"]+)"/.exec(String(page.body))![1]!,
      }),
    });
    expect([posted.status, posted.url]).toEqual([200, `${app.url}/panel/`]);
  });

  it('works for 15 minutes', async () => {
    const { id } = await anAccount(app);
    const link = await createLogInLink(app.ctx, id);
    const later = Date.now() + 15 * 60_000;
    app.clock.now = () => new Date(later);
    expect((await send(link, { headers: typed })).status).toBe(422);
    app.clock.now = () => new Date();
  });

  it('ends with a new password, and when the account is suspended', async () => {
    const { id } = await anAccount(app);
    const link = await createLogInLink(app.ctx, id);
    await suspendAccount(app.ctx, { id, reason: 'fraud' });
    expect((await send(link, { headers: typed })).status).toBe(422);
    const late = await createLogInLink(app.ctx, id);
    const { status, headers, body } = await send(late, { headers: typed });
    expect([status, headers.getSetCookie()]).toEqual([403, []]);
    expect(body).toContain('suspended: fraud');
  });

  it('is of no use for a new password, nor the other way round', async () => {
    const { id } = await anAccount(app);
    const link = await createLogInLink(app.ctx, id);
    const token = link.split('/').at(-1)!;
    expect((await send(`${app.url}/auth/reset-password/${token}`)).status).toBe(422);
  });
});
