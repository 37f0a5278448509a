import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createSchema } from '../../../src/api/graphql/schema';
import { createOpenApi } from '../../../src/api/openapi/document';
import { csvRoutes, routes } from '../../../src/api/rest/index';
import { scopeNames } from '../../../src/identity/oauth/scopes';
import { accessToken, logIn, startApp, type TestApp } from '../../support/app';
import {
  type DocumentedRequest,
  type DocumentedRequests,
  validRequests,
  wrongRequests,
} from '../../support/documented-requests';

const { paths } = createOpenApi(routes, {
  ...{ tables: csvRoutes, others: [], schema: createSchema() },
  publicUrl: 'http://127.0.0.1:1',
});
const operations = Object.entries(
  paths as Readonly<Record<string, Readonly<Record<string, DocumentedRequests>>>>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
);

/** Values of members for which the right shape is not enough: the taxonomy, other members or the clock decide on them, too. */
const known = {
  medium: 'web',
  vendor: null,
  publisher: null,
  pay_to: '0'.repeat(32),
  width: 300,
  height: 250,
  targeting: null,
  creatives: [],
  excludedPeers: [],
  bidModifiers: ['device:mobile 1.25', 'country:pl 0.5', 'Mo-Fr 09:00-17:00 1.2'],
  frequencyCaps: ['3/day', '10/week'],
  dateStart: '2026-01-01T00:00:00Z',
  dateEnd: null,
  expiresAt: null,
  timeZone: 'Europe/Warsaw',
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
  cid: '0'.repeat(32),
};
/** Refusals of requests that are right by their shape. */
const ofState =
  /is not a known publisher|or password is wrong|unknown, used or expired|is not a cursor of this list|is set by the system alone|an active campaign needs it|must be null, at least|must be at least|an upload|has passed|passwordOld is wrong|sends no mail|is not offered by this medium|"message":"(?:file|scope) /;

let app: TestApp;
let tokens: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startApp();
  tokens = {
    apiToken: await logIn(app, 'advertiser'),
    accessToken: await accessToken(app, { scopes: scopeNames }),
  };
});

function urlOf(path: string, { path: params, query }: DocumentedRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    // A part of a path is never empty, nor a way to another one.
    encodeURIComponent(String(params[name])).replace(/^\.{0,2}$/, 'x'),
  );
  const search = Object.entries(query).flatMap(([name, value]) =>
    (value === null ? [] : [value].flat()).map((one) => [name, String(one as string | number)]),
  );
  const text = search.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return `${app.url}${filled}?${text}`;
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) {
    if (name === 'file') form.set(name, new Blob([String(value)]));
    else if (value !== null) form.set(name, String(value));
  }
  return form;
}

async function ask(
  { method, path, operation }: (typeof operations)[number],
  request: DocumentedRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  // A log-out ends its session: each request has one of its own.
  const token =
    path === '/auth/logout'
      ? await logIn(app, 'advertiser', `${randomUUID()}@test.example`)
      : tokens[Object.keys(operation.security[0] ?? {})[0] ?? ''];
  const isForm = request.type === 'multipart/form-data';
  const response = await fetch(urlOf(path, request), {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(request.type !== null && !isForm && { 'Content-Type': request.type }),
    },
    ...(request.type !== null && {
      body: isForm ? formOf(request.body) : JSON.stringify(request.body),
    }),
  });
  return { status: response.status, text: await response.text() };
}

/** Says that a request was refused for its shape, or failed. */
function isRefused(
  { operation: { security } }: (typeof operations)[number],
  { status, text }: Awaited<ReturnType<typeof ask>>,
): boolean {
  if (ofState.test(text)) return false;
  return status >= 500 || [400, 422].includes(status) || (status === 401 && security.length > 0);
}

describe.each(operations)('$method $path', (operation) => {
  const requests = validRequests(operation.operation, { known, count: 3 });

  it('takes the requests that the document has', async () => {
    for (const request of requests) {
      const answer = await ask(operation, request);
      expect(isRefused(operation, answer) ? { answer, request } : null).toBeNull();
    }
  });

  it('refuses those that it has not', async () => {
    for (const wrong of wrongRequests(operation.operation, requests[0]!)) {
      const { status } = await ask(operation, wrong);
      expect({ about: wrong.about, kind: Math.floor(status / 100) }).toEqual({
        ...{ about: wrong.about, kind: 4 },
      });
    }
  });
});
