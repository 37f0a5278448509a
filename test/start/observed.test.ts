import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../support/app';
import { freshDatabase } from '../support/database';
import { runProgram } from '../support/process';

interface SentSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly spanId: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

const folder = mkdtempSync(join(tmpdir(), 'adgate-observed-'));
const spans: SentSpan[] = [];
const services: object[] = [];

/** A collector of OTLP over HTTP in JSON, which is a wallet too: it answers nothing of use. */
const collector = createServer((req, res) => {
  void json(req).then((body) => {
    if (req.url === '/v1/traces') take(body as Traces);
    res.setHeader('Content-Type', 'application/json').end('{}');
  });
});

interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

function take({ resourceSpans }: Traces): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    services.push(...resource.attributes);
    for (const scope of scopeSpans) spans.push(...scope.spans);
  }
}

let lines: readonly Record<string, unknown>[] = [];
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const program = runProgram('src/assembly/worker.js', {
    env: {
      PORT: '0',
      MONGODB_URI: await freshDatabase(),
      ADGATE_DATA_DIR: folder,
      ADGATE_LOG_LEVEL: 'info',
      ADGATE_ACCESS_LOG: '1',
      ADGATE_ACCESS_LOG_SAMPLE: '3',
      ADGATE_WALLET_URL: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_SERVICE_NAME: 'adgate-test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  });
  const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  for (let count = 0; count < 6; count += 1)
    await send(`${url}/supply/find`, {
      json: {
        context: { iid: randomUUID(), url: 'https://private.example/somebody' },
        placements: [{ id: 'a', width: 300, height: 250 }],
      },
    });
  const headers = { Authorization: 'Bearer secret-token' };
  await send(`${url}/api/v2/campaigns/secret-id?secret=secret-query`, { headers });
  await send(`${url}/auth/login`, {
    json: { email: 'secret@people.example', password: 'secret-word' },
  });
  await send(`${url}/graphql`, { json: { query: '{ viewer { id } }' }, headers });
  await send(`${url}/no-such-path/secret-path`);
  await once(get(`${url}/health`, { agent: false, headers: { Expect: 'tea' } }), 'response');
  await send(`${url}/health?${'x'.repeat(9_000)}`);
  while (!spans.some(({ name }) => name.startsWith('ledger '))) await send(`${url}/health`);
  program.kill('SIGTERM');
  await program.exited;
  lines = program
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
});
afterAll(() => {
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

const linesOf = (route: string) => lines.filter((line) => line['route'] === route);
const spansOf = (name: string) => spans.filter((span) => span.name === name);

describe('the access log', () => {
  it('has every request but those of the ad path, of which it has a sample', () => {
    expect(linesOf('/supply/find')).toHaveLength(2);
    expect(linesOf('/api/v2/campaigns/:id')).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        method: 'GET',
        route: '/api/v2/campaigns/:id',
        status: 401,
        ms: expect.any(Number),
        bytes: expect.any(Number),
        isCut: false,
        msg: 'request',
      },
    ]);
    expect(linesOf('/auth/login')).toMatchObject([{ method: 'POST', status: 422 }]);
    expect(linesOf('unknown')).toMatchObject([{ status: 404 }, { status: 417 }, { status: 414 }]);
    expect(linesOf('/health').length).toBeGreaterThan(0);
    expect(Number(linesOf('/auth/login')[0]!['bytes'])).toBeGreaterThan(100);
  });
});

describe('traces', () => {
  it('have requests by route with the commands that they needed', () => {
    expect(spansOf('POST /supply/find')).toHaveLength(6);
    const [first] = spansOf('POST /supply/find');
    const commandsOf = (request: SentSpan) =>
      spans.flatMap(({ parentSpanId, name }) => (parentSpanId === request.spanId ? [name] : []));
    expect(commandsOf(first!)).toContain('find');
    expect(commandsOf(spansOf('POST /auth/login')[0]!)).toContain('insert');
    expect(first!.attributes).toContainEqual({
      key: 'http.route',
      value: { stringValue: '/supply/find' },
    });
    expect(services).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'adgate-test' },
    });
  });

  it('have jobs, and calls of the ledger within them', () => {
    const call = spans.find(({ name }) => name.startsWith('ledger '));
    const names = spans.flatMap(({ name, traceId }) => (traceId === call!.traceId ? [name] : []));
    expect(names).toContainEqual(expect.stringMatching(/^job /));
  });
});

it('neither has anything of people, or a secret', () => {
  expect(JSON.stringify([lines, spans])).not.toMatch(/secret|private|people|127\.0\.0\.1|example/);
});
