import type { ServerResponse } from 'node:http';
import { pricePattern } from '../../amount';
import { AppError, type ErrorCode, notFound } from '../../errors';
import { sendPixel } from './pixel';
import { sendJson } from '../../http/answer';
import { type Member, type Members, nameOfInput, toInput } from './members';
import { isUuid, uuidPattern } from '../../id';
import { isRecord } from '../../record';
import { readQueryText } from './query-text';
import type { RestRequest, Route } from './route';

const idPattern = /^[0-9a-f]{32}$/i;

/** Refusals that an image element is not told of: it could show nothing else. */
const refusals: readonly ErrorCode[] = ['BAD_REQUEST', 'NOT_FOUND', 'VALIDATION_FAILED'];

/** The variables that the links read from the query. */
const members: readonly Member[] = [
  { wire: 'cid', field: 'caseId' },
  { wire: 'value' },
  { wire: 'nonce' },
  { wire: 'ts', field: 'timestamp' },
  { wire: 'sig', field: 'signature' },
];
const fields = members.map(({ wire, field = wire }) => field);
const declared = ['$id: ID!', ...fields.map((field) => `$${field}: String`)].join(', ');
const passed = ['id', ...fields].map((field) => `${field}: $${field}`).join(', ');

/** The members that both links share. */
const link = {
  crossOrigin: 'any',
  variables: (request) => ({
    id: idOf(request.params.name),
    ...toInput(members, 'create', givenIn(request), readOrNull),
  }),
  takes: {
    name: { pattern: '^[0-9a-fA-F]{32}(?:\\.gif)?$' },
    cid: { pattern: `${uuidPattern}|^$` },
    value: { pattern: `${pricePattern}|^$` },
    nonce: { pattern: '^[\\w-]{0,256}$' },
    ts: { pattern: '^(?:[1-9]\\d{0,11})?$' },
  },
  nameOf: nameOfInput(members),
  send(response, { receipt }: { readonly receipt: unknown }, request) {
    response.setHeader('Cache-Control', 'no-store');
    if (readName(request.params.name).isImage) sendPixel(response);
    else sendJson(response, 200, receipt);
  },
  sendError,
} as const satisfies Partial<Route>;

const links = [
  {
    ...link,
    path: '/kw/kl/:name',
    operation: `mutation ConfirmClick(${declared}) {
      receipt: recordClickConversion(${passed}) { status }
    }`,
  },
  {
    ...link,
    path: '/kw/:name',
    operation: `mutation RecordConversion(${declared}) {
      receipt: recordConversion(${passed}) { status }
    }`,
  },
] as const;

/** `/kw`: what pages load or post that an ad has led to. @see docs/reference-clients.md §10 */
export const conversionRoutes: readonly Route[] = links.flatMap((one): readonly Route[] => [
  { ...one, method: 'get' },
  { ...one, method: 'post', takesForms: 'asTextToo' },
]);

/**
 * The members of the query and of the body.
 *
 * @throws {AppError} `BAD_REQUEST` for what both say.
 */
function givenIn({ query, body }: RestRequest): Members {
  const own = isRecord(body) ? body : {};
  const twice = members.find(({ wire }) => query[wire] !== undefined && own[wire] !== undefined);
  if (twice) throw new AppError('BAD_REQUEST', `the member ${twice.wire} is given more than once`);
  return { ...own, ...query };
}

/** An image gets its pixel though nothing was recorded, unless its link is malformed or the fault is ours. */
function sendError(
  response: ServerResponse,
  error: AppError,
  { params, query, body }: RestRequest,
): boolean {
  const { id, isImage } = readName(params.name);
  const cid = query.cid ?? (isRecord(body) ? body['cid'] : null) ?? id;
  const isWellFormed = idPattern.test(id) && typeof cid === 'string' && isUuid(cid);
  if (!isImage || !isWellFormed || !refusals.includes(error.code)) return false;
  response.statusCode = 200;
  sendPixel(response);
  return true;
}

/** @throws {AppError} `NOT_FOUND` unless it may be an id. */
function idOf(name: string | undefined): string {
  const { id } = readName(name);
  if (!idPattern.test(id)) throw notFound('conversion', id);
  return id;
}

function readName(name = ''): { readonly id: string; readonly isImage: boolean } {
  const isImage = name.endsWith('.gif');
  return { id: isImage ? name.slice(0, -'.gif'.length) : name, isImage };
}

/** An empty text is none. JSON may have numbers. */
function readOrNull(given: Members, name: string): string | null {
  const value = given[name] ?? undefined;
  return typeof value === 'number'
    ? String(value)
    : value === undefined
      ? null
      : readQueryText(given, name) || null;
}
