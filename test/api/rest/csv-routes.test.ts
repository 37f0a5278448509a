import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import pino from 'pino';
import { compileCsvRoutes, type CsvRoute } from '../../../src/api/rest/csv-routes';
import type { RequestContext } from '../../../src/api/context';
import { AppError } from '../../../src/errors';
import type { CsvRow } from '../../../src/http/csv';
import { createErrorWriter } from '../../../src/http/error-writer';
import { createMetrics } from '../../../src/http/metrics';
import { eventually } from '../../support/eventually';

let url: string;
let stop: () => Promise<unknown>;
let logged: Record<string, unknown>[];

const tables: Readonly<Record<string, () => Iterable<CsvRow>>> = {
  *unready() {
    throw new AppError('SERVICE_UNAVAILABLE', 'the database is away');
  },
  *broken() {
    yield ['a'.repeat(100_000)];
    throw new AppError('SERVICE_UNAVAILABLE', 'the database is away');
  },
  *endless() {
    for (;;) yield ['a'.repeat(1_000)];
  },
};

async function* oneByOne(rows: Iterable<CsvRow>) {
  for (const row of rows) yield await Promise.resolve([row]);
}

beforeEach(async () => {
  logged = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
  const app = express();
  const routes = Object.entries(tables).map(([name, rows]): CsvRoute => {
    const read = () =>
      Promise.resolve({ fileName: 'x.csv', columns: ['name'], rows: oneByOne(rows()) });
    return { ...{ method: 'get', summary: name, query: {}, access: [] }, path: `/${name}`, read };
  });
  compileCsvRoutes(routes, {
    ...{ allowedOrigins: [], publicUrl: 'http://ads.example', metrics: createMetrics(), log },
    // Safe: a table's handler asks for nothing but the viewer.
    createContext: (req) =>
      ({
        viewer: {
          account: { id: req.headers['x-account'] ?? 'a' },
          credential: { kind: 'session' },
        },
      }) as unknown as RequestContext,
    writeError: createErrorWriter({
      log,
      translate: () => null,
      onError: () => {},
      onUnavailable: () => {},
    }),
    inTime: (value) => value,
  }).addTo(app);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on TCP.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => {
    server.closeAllConnections();
    server.close();
    return once(server, 'close');
  };
});
afterEach(() => stop());

describe('a table', () => {
  it('that has sent nothing yet fails like any other answer', async () => {
    const answer = await fetch(`${url}/unready`);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([503, null]);
    expect(await answer.json()).toMatchObject({ message: 'the database is away' });
  });

  it('that breaks off is logged', async () => {
    await expect(fetch(`${url}/broken`).then((answer) => answer.text())).rejects.toThrow();
    await eventually(() => {
      expect(logged).toEqual([
        expect.objectContaining({
          ...{ level: 50, msg: 'a table broke off', path: '/broken' },
          err: expect.objectContaining({ message: 'the database is away' }),
        }),
      ]);
      return Promise.resolve();
    }, 10_000);
  });

  it('is sent to an account twice at once, and again when a client has gone', async () => {
    const control = new AbortController();
    const ask = async (account: string, signal = control.signal) =>
      (await fetch(`${url}/endless`, { headers: { 'X-Account': account }, signal })).status;
    expect([await ask('a'), await ask('a'), await ask('a'), await ask('b')]).toEqual([
      ...[200, 200, 429, 200],
    ]);
    control.abort();
    const later = new AbortController();
    await eventually(async () => {
      expect(await ask('a', later.signal)).toBe(200);
    }, 10_000);
    later.abort();
    expect(logged).toEqual([]);
  });
});
