import type { ServerResponse } from 'node:http';
import { type AppError, type ErrorCode, errorCodes } from '../../errors';
import { OAuthError, type OAuthErrorName, toDescription } from '../../identity/oauth/errors';
import { isRecord } from '../../record';
import { credentialsOf, readParameter } from './client-credentials';
import { toSnakeCase } from '../../snake-case';
import { type Members, toInput } from './members';
import { sendJson } from '../../http/answer';
import { readBearer } from '../../http/bearer';
import type { RestRequest, Route } from './route';

/** The members that all records share whose callers are clients. */
const endpoint = {
  method: 'post',
  takesForms: true,
  // The caller is a client: its credentials are arguments of the operation.
  accepts: 'accessToken',
  crossOrigin: 'public',
  sendError: sendOAuthError,
} as const satisfies Partial<Route>;

/** Variables of an operation beside the client's credentials; errors name them in snake_case. */
const taking = (...names: readonly string[]): Pick<Route, 'variables' | 'nameOf'> => {
  const members = names.map((wire) => ({ wire }));
  const toRequest = (request: RestRequest, body: Members) => ({
    ...credentialsOf(request),
    ...toInput(members, 'create', body, readParameter),
  });
  return {
    variables: (request) => ({
      request: isRecord(request.body) ? toRequest(request, request.body) : request.body,
    }),
    nameOf: (path) => toSnakeCase(path.replace(/^request\.?/, '')),
  };
};

/** `/oauth`: what clients ask the authorization server. @see docs/contract.md §3, RFC 6749, RFC 7009, RFC 7662 */
export const oauthRoutes: readonly Route[] = [
  {
    ...endpoint,
    path: '/oauth/token',
    operation: `mutation IssueToken($request: TokenRequestInput!) {
      token: issueToken(request: $request) {
        token_type: tokenType expires_in: expiresIn access_token: accessToken
        refresh_token: refreshToken scopes
      }
    }`,
    requires: ['grant_type'],
    takes: { grant_type: { type: 'string', minLength: 1 } },
    ...taking('grantType', 'scope', 'code', 'redirectUri', 'codeVerifier', 'refreshToken'),
    send(response, { token: { scopes, refresh_token, ...token } }: TokenData) {
      sendPrivately(response, 200, {
        ...token,
        ...(refresh_token !== null && { refresh_token }),
        scope: scopes.join(' '),
      });
    },
  },
  {
    ...endpoint,
    path: '/oauth/revoke',
    operation:
      'mutation RevokeToken($request: ClientTokenRequestInput!) { done: revokeToken(request: $request) }',
    ...taking('token'),
    send(response) {
      sendPrivately(response, 200, {});
    },
  },
  {
    ...endpoint,
    path: '/oauth/introspect',
    operation: `mutation IntrospectToken($request: ClientTokenRequestInput!) {
      facts: introspectToken(request: $request) {
        issuer scopes clientId accountId expiresAt accessToken { id issuedAt }
      }
    }`,
    ...taking('token'),
    send(response, data: FactsData) {
      sendPrivately(response, 200, toIntrospection(data));
    },
  },
];

interface TokenData {
  readonly token: {
    readonly scopes: readonly string[];
    readonly refresh_token: string | null;
  };
}

/** An answer with tokens in it: nobody between may keep it. @see RFC 6749 §5.1 */
function sendPrivately(response: ServerResponse, status: number, body: unknown): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Pragma', 'no-cache');
  sendJson(response, status, body);
}

/** The form of errors that clients of `/oauth` know. @see RFC 6749 §5.2 */
function sendOAuthError(response: ServerResponse, error: AppError, request: RestRequest): boolean {
  const name = nameOf(error);
  const status = name === 'invalid_request' ? statusOfBadRequest(error) : response.statusCode;
  // Only a client that used the header is told about it: libraries of others would report a method that they did not
  // use.
  const { authorization } = request.headers;
  if (authorization === undefined || readBearer(authorization) !== null)
    response.removeHeader('WWW-Authenticate');
  else if (status === 401)
    response.setHeader('WWW-Authenticate', 'Basic realm="adgate", charset="UTF-8"');
  const description = error instanceof OAuthError ? error.description : error.message;
  sendPrivately(response, status, { error: name, error_description: toDescription(description) });
  return true;
}

function nameOf(error: AppError): OAuthErrorName {
  if (error instanceof OAuthError) return error.error;
  if (error.code === 'UNAUTHENTICATED') return 'invalid_client';
  if (error.code === 'SERVICE_UNAVAILABLE') return 'temporarily_unavailable';
  return error.code === 'INTERNAL_SERVER_ERROR' ? 'server_error' : 'invalid_request';
}

/** Refusals of HTTP itself, which keep their status. */
const refusalsOfHttp: ReadonlySet<ErrorCode> = new Set([
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'URI_TOO_LONG',
  'EXPECTATION_FAILED',
  'HEADER_TOO_LONG',
]);

/** A bad request is 400, whatever is wrong with its parameters. */
function statusOfBadRequest({ code }: AppError): number {
  return refusalsOfHttp.has(code) ? errorCodes[code] : 400;
}

interface FactsData {
  readonly facts: {
    readonly issuer: string;
    readonly scopes: readonly string[];
    readonly clientId: string;
    readonly accountId: string;
    readonly expiresAt: string;
    readonly accessToken: { readonly id: string; readonly issuedAt: string } | null;
  } | null;
}

/** @see RFC 7662 §2.2 */
function toIntrospection({ facts }: FactsData): unknown {
  if (!facts) return { active: false };
  const { accessToken, accountId, clientId, expiresAt, issuer, scopes } = facts;
  return {
    active: true,
    scope: scopes.join(' '),
    client_id: clientId,
    sub: accountId,
    exp: toSeconds(expiresAt),
    iss: issuer,
    ...(accessToken && {
      token_type: 'Bearer',
      aud: issuer,
      iat: toSeconds(accessToken.issuedAt),
      jti: accessToken.id,
    }),
  };
}

const toSeconds = (time: string) => Math.floor(Date.parse(time) / 1000);
