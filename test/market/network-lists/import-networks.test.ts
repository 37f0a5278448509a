import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Readable } from 'node:stream';
import { importNetworks } from '../../../src/market/network-lists/network-list.service';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

// Gateways that ask for changes look back ten seconds.
it('dates a list by when its networks were written, however long that took', async () => {
  const { ctx } = app;
  const [, parts] = ctx.networkListStore.models;
  const written = jest.spyOn(parts!, 'create');
  const before = ctx.now();
  const after = new Date(before.getTime() + 60_000);
  const now = () => (written.mock.calls.length > 0 ? after : before);
  const list = await importNetworks(
    { ...ctx, now },
    { kind: 'vpn', source: 'vpns.txt', lines: Readable.from(['203.0.113.0/25']) },
  );
  expect(list).toEqual({ kind: 'vpn', networks: 1, source: 'vpns.txt', importedAt: after });
  expect(await ctx.networkListStore.list()).toEqual([expect.objectContaining(list)]);
});
