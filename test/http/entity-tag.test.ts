import { beforeAll, describe, expect, it } from '@jest/globals';
import { send, startApp, type TestApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

describe.each([
  ['a strong tag', '/demo', '"'],
  ['a weak tag', '/tag/v1.js', 'W/"'],
])('If-None-Match for a content with %s', (_case, path, begin) => {
  it.each([
    ['"TAG"', 304],
    ['W/"TAG"', 304],
    ['"a, b", W/"TAG" ,"c"', 304],
    [' * ', 304],
    ['"x"', 200],
    ['"*"', 200],
    ['""', 200],
    ['TAG', 200],
  ])('%s is answered with %i', async (tags, status) => {
    const etag = (await send(app.url + path)).headers.get('etag')!;
    expect(etag.startsWith(begin)).toBe(true);
    const known = tags.replace('TAG', etag.slice(begin.length, -1));
    const reply = await send(app.url + path, { headers: { 'If-None-Match': known } });
    expect([reply.status, reply.headers.get('etag')]).toEqual([status, etag]);
  });
});
