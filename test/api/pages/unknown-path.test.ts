import { beforeAll, describe, expect, it } from '@jest/globals';
import { send, startApp, type TestApp } from '../../support/app';

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

describe('a path that does not exist', () => {
  it('is a page for browsers, in the look and under the policy of the log-in', async () => {
    const { status, headers, body } = await send(`${app.url}/nowhere`, { headers: browser });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('There is nothing here');
    const logIn = await send(`${app.url}/auth/log-in`, { headers: browser });
    const policyOf = ({ headers: of }: typeof logIn) => of.get('content-security-policy');
    expect(headers.get('content-security-policy')).toBe(policyOf(logIn));
    expect(body).not.toContain('nowhere');
  });

  it('is JSON for programs', async () => {
    for (const headers of [{}, { Accept: 'application/json' }, { Accept: '*/*' }]) {
      const { status, body } = await send(`${app.url}/nowhere`, { headers });
      expect([status, body.message]).toEqual([404, 'no such path: /nowhere']);
    }
  });
});

describe('the language of pages', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Hier ist nichts', 'Anmelden'],
    ['en-GB,de;q=0.5', 'en', 'There is nothing here', 'Log in'],
    ['fr', 'en', 'There is nothing here', 'Log in'],
  ])('is for %s: %s', async (accepted, language, nothing, logIn) => {
    const headers = { ...browser, 'Accept-Language': accepted };
    for (const [path, text] of [
      ['/nowhere', nothing],
      ['/auth/log-in', logIn],
      ['/', logIn],
    ] as const) {
      const { body } = await send(app.url + path, { headers });
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain(text);
    }
  });
});
