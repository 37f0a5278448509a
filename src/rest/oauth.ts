import type { ServerResponse } from 'node:http';
import { type AppError, errorCodes } from '../errors';
import { OAuthError, type OAuthErrorName, toDescription } from '../oauth/errors';
import { isRecord } from '../validation';
import { credentialsOf, valueOf } from './client-credentials';
import { type RestRequest, type Route, sendJson } from './route';

/** What all paths that clients authenticate at have in common. */
const endpoint = {
  method: 'post',
  takesForms: true,
  // The caller is a client: its credentials are arguments of the operation.
  accepts: 'accessToken',
  crossOrigin: 'public',
  sendError: sendOAuthError,
} as const satisfies Partial<Route>;

function nameOfParameter(path: string): string {
  const member = path.replace(/^request\.?/, '');
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `/oauth`: what clients ask the authorization server. @see contract 3, RFC 6749, RFC 7009, RFC 7662 */
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
    variables: (request) => ({ request: toTokenRequest(request) }),
    nameOf: nameOfParameter,
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
    variables: (request) => ({ request: toClientTokenRequest(request) }),
    nameOf: nameOfParameter,
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
    variables: (request) => ({ request: toClientTokenRequest(request) }),
    nameOf: nameOfParameter,
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

function toTokenRequest(request: RestRequest): unknown {
  const { body } = request;
  if (!isRecord(body)) return body;
  return {
    ...credentialsOf(request),
    grantType: valueOf(body, 'grant_type', 'grantType'),
    scope: valueOf(body, 'scope', 'scope'),
    code: valueOf(body, 'code', 'code'),
    redirectUri: valueOf(body, 'redirect_uri', 'redirectUri'),
    codeVerifier: valueOf(body, 'code_verifier', 'codeVerifier'),
    refreshToken: valueOf(body, 'refresh_token', 'refreshToken'),
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
  // Only who tried the header is told about it: libraries take it for a refusal of what they did not do.
  if (request.headers.authorization === undefined) response.removeHeader('WWW-Authenticate');
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

/** What is wrong with a request is 400, whatever it is; a body that is too large to be looked at is another matter. */
function statusOfBadRequest({ code }: AppError): number {
  return code === 'PAYLOAD_TOO_LARGE' ? errorCodes[code] : 400;
}

function toClientTokenRequest(request: RestRequest): unknown {
  const { body } = request;
  return isRecord(body)
    ? { ...credentialsOf(request), token: valueOf(body, 'token', 'token') }
    : body;
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
