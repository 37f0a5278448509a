import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import pino from 'pino';
import { createApp } from '../../src/assembly/app';
import type { ServiceContext } from '../../src/api/context';
import { createOutages } from '../../src/platform/process/outages';
import { send, startApp } from '../support/app';

it('a database that is away is one line of the log, not one for every request, and no stack', async () => {
  const lines: string[] = [];
  const { ctx } = await startApp();
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const logged: ServiceContext = { ...ctx, log, outages: createOutages(log) };
  const app = await createApp(logged);
  const server = createServer(app.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const away = Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongoNetworkError' });
  Object.assign(ctx.accounts, { findLogin: () => Promise.reject(away) });

  const credentials = { email: 'a@b.example', password: 'correct horse' };
  const query = 'mutation { logIn(email: "a@b.example", password: "x") { apiToken } }';
  const statuses: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    statuses.push((await send(`${url}/auth/login`, { json: credentials })).status);
    await send(`${url}/graphql`, { json: { query } });
  }

  expect(statuses).toEqual([503, 503, 503]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 40,
      reason: 'the database is not available',
      cause: 'connect ECONNREFUSED',
    }),
  ]);
  expect(lines.join()).not.toContain('stack');
  server.close();
  await app.close();
});
