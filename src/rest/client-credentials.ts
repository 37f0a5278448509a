import { AppError } from '../errors';
import { isRecord } from '../validation';
import type { RestRequest } from './route';

/** How a client says who it is; not checked, a value of any shape passes through. */
export interface WireCredentials {
  readonly clientId: unknown;
  readonly clientSecret: unknown;
}

/**
 * The client's id and secret, from HTTP Basic or the body.
 *
 * @throws {AppError} `BAD_REQUEST` for both at once, `UNAUTHENTICATED` for a header that cannot be read.
 * @see RFC 6749 §2.3.1
 */
export function credentialsOf({ headers, body }: RestRequest): WireCredentials {
  const members = isRecord(body) ? body : {};
  const { authorization } = headers;
  const clientId = valueOf(members, 'client_id', 'clientId');
  const clientSecret = valueOf(members, 'client_secret', 'clientSecret');
  if (authorization === undefined) return { clientId, clientSecret };
  const basic = readBasic(authorization);
  if (clientSecret !== undefined)
    throw new AppError('BAD_REQUEST', 'the client must authenticate in one way only');
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new AppError('BAD_REQUEST', 'client_id is another one than in the Authorization header');
  return basic;
}

function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  const clientId = colon === -1 ? null : formDecode(pair.slice(0, colon));
  const clientSecret = formDecode(pair.slice(colon + 1));
  if (clientId === null || clientSecret === null)
    throw new AppError('UNAUTHENTICATED', 'the Authorization header is not HTTP Basic');
  return { clientId, clientSecret };
}

/** Clients encode both like a form's values before they join them. */
function formDecode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** A member by its name on the wire, or as existing clients spell it; empty is absent (RFC 6749 §3.2). */
export function valueOf(
  members: Readonly<Record<string, unknown>>,
  name: string,
  camelName: string,
): unknown {
  const value = members[name] ?? members[camelName];
  return value === null || value === '' ? undefined : value;
}
