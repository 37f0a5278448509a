import { AppError } from '../../errors';
import { readBearer } from '../../http/bearer';
import { isRecord } from '../../record';
import { toSnakeCase } from '../../snake-case';
import type { Members } from './members';
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
  const clientId = readParameter(members, 'clientId');
  const clientSecret = readParameter(members, 'clientSecret');
  // Some clients send an old token with every request. It does not say which client it is.
  if (authorization === undefined || readBearer(authorization) !== null)
    return { clientId, clientSecret };
  const basic = readBasic(authorization);
  if (clientSecret !== undefined)
    throw new AppError('BAD_REQUEST', 'the client must authenticate in one way only');
  if (clientId !== undefined && clientId !== basic.clientId)
    throw new AppError('BAD_REQUEST', 'client_id differs from the one in the Authorization header');
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

/** A parameter, in snake_case or as existing clients spell it; an empty one is absent (RFC 6749 §3.2). */
export function readParameter(parameters: Members, camelName: string): unknown {
  const value = parameters[toSnakeCase(camelName)] ?? parameters[camelName];
  return value === null || value === '' ? undefined : value;
}
