import { expect, it } from '@jest/globals';
import { send, startApp } from '../support/app';

it('disallows everything to crawlers', async () => {
  const app = await startApp();
  const { status, headers, body } = await send(`${app.url}/robots.txt`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe('User-agent: *\nDisallow: /\n');
  const post = await send(`${app.url}/robots.txt`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
