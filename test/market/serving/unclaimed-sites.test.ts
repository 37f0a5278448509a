import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { send, startApp, type TestApp } from '../../support/app';

const publisher = '0001-00000002-BB2D';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { ADGATE_MAX_SITES: '1', ADGATE_MAX_UNCLAIMED_SITES: '3' } });
});
afterAll(() => app.close());

async function find(host: string, of: object = {}) {
  const context = { iid: randomUUID(), url: `https://${host}/page`, ...of };
  const placements = [{ id: '1', width: 300, height: 250 }];
  const json = { context, placements };
  const { status, body } = await send(`${app.url}/supply/find`, { json });
  return [status, ...Object.keys((body.errors as object | undefined) ?? {})];
}

it('hosts of nobody have a bound of their own', async () => {
  for (const host of ['one.example', 'two.example', 'three.example'])
    expect(await find(host)).toEqual([200]);
  expect(await find('four.example')).toEqual([422, 'context.url']);
  expect(await find('one.example')).toEqual([200]);
  expect(await find('four.example', { publisher })).toEqual([200]);
  expect(await find('five.example', { publisher })).toEqual([422, 'context.url']);
});

it('one network makes so many of them in a day, and others go on', async () => {
  const other = await startApp();
  try {
    const { unclaimedSiteLimiter: limiter, sites } = other.ctx;
    for (let taken = 0; taken < 500; taken += 20)
      await Promise.all(Array.from({ length: 20 }, () => limiter.consume('127.0.0.1')));
    await limiter.consume('198.51.100.7');
    const context = { iid: randomUUID(), url: 'https://new.example/' };
    const ask = async (of: object) => {
      const json = {
        context: { ...context, ...of },
        placements: [{ id: '1', width: 300, height: 250 }],
      };
      return (await send(`${other.url}/supply/find`, { json })).status;
    };
    expect(await ask({})).toBe(429);
    expect(await sites.findByHost(unclaimedPublisherId, 'new.example')).toBeNull();
    expect(await ask({ publisher })).toBe(200);
  } finally {
    await other.close();
  }
});
