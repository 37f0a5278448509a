import type { ServerResponse } from 'node:http';
import { AppError } from '../errors';
import { isRecord } from '../validation';
import { sendConsentPage } from './consent-page';
import { assertFormToken } from './form-token';
import { logInPath } from './log-in';
import { escapeHtml, sendPage, sendRedirect, wantsPage } from './page';
import { type RestRequest, type Route, sendJson } from './route';
import { readSessionCookie } from './session-cookie';

const operation = `mutation Authorize($request: AuthorizationRequestInput!, $decision: Decision!) {
  result: authorize(request: $request, decision: $decision) {
    location error errorDescription
    prompt { clientName redirectUri accountEmail scopes { name description } }
  }
}`;

interface AuthorizeData {
  readonly result: {
    readonly location: string | null;
    readonly error: string | null;
    readonly errorDescription: string | null;
    readonly prompt: Parameters<typeof sendConsentPage>[1] | null;
  };
}

/** What a client may send, by the names of RFC 6749 §4.1.1 and RFC 7636 §4.3, and what we call it. */
const parameters = {
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
  response_type: 'responseType',
  scope: 'scope',
  state: 'state',
  code_challenge: 'codeChallenge',
  code_challenge_method: 'codeChallengeMethod',
} as const;

const names = Object.keys(parameters) as readonly (keyof typeof parameters)[];

const endpoint = {
  path: '/auth/authorize',
  operation,
  accepts: 'apiToken',
  readsSessionCookie: true,
  nameOf: nameOfParameter,
  crossOrigin: 'listed',
  sendError: sendErrorPage,
} as const satisfies Partial<Route>;

/**
 * The authorization endpoint. A program that shows an API token has its person's consent; a browser with a session is
 * asked for it, and one without goes to the log-in page and comes back.
 *
 * @see RFC 6749 §3.1, §4.1.1, contract 3
 */
export const authorizeRoutes: readonly Route[] = [
  {
    ...endpoint,
    method: 'get',
    variables: ({ headers, query }) => ({
      request: toRequest(query),
      decision: headers.authorization === undefined ? 'ask' : 'approve',
    }),
    send(response, { result }: AuthorizeData, request) {
      const { error, errorDescription, location, prompt } = result;
      const { headers, query } = request;
      if (prompt) {
        const token = readSessionCookie(headers, originOf(request)) ?? '';
        sendConsentPage(response, prompt, { sessionToken: token, members: ownMembers(query) });
      } else if (query['no_redirect'] === undefined) sendRedirect(response, 302, location ?? '');
      else if (error === null) sendLocation(response, location);
      else throw refusal(error, errorDescription);
    },
  },
  {
    ...endpoint,
    method: 'post',
    takesForms: true,
    variables(request) {
      const body = isRecord(request.body) ? request.body : {};
      assertFormToken(readSessionCookie(request.headers, originOf(request)), body.form_token);
      return {
        request: toRequest(body),
        decision: body.decision === 'approve' ? 'approve' : 'deny',
      };
    },
    send(response, { result }: AuthorizeData) {
      // RFC 9700 §4.12: 303, so that the browser does not post the form to the client.
      sendRedirect(response, 303, result.location ?? '');
    },
  },
];

function sendLocation(response: ServerResponse, location: string | null): void {
  response.setHeader('Cache-Control', 'no-store');
  sendJson(response, 200, { location });
}

const originOf = ({ url }: RestRequest) => new URL(url).origin;

/** Renames the parameters; empty ones are absent (RFC 6749 §3.1), repeated ones noted. */
function toRequest(members: Readonly<Record<string, unknown>>): unknown {
  const repeated = names.filter((name) => Array.isArray(members[name]));
  const request = names.map((name) => {
    const value = members[name];
    // Without these two nobody can be told.
    const isFatal = name === 'client_id' || name === 'redirect_uri';
    const isAbsent = value === '' || (Array.isArray(value) && !isFatal);
    return [parameters[name], isAbsent ? undefined : value] as const;
  });
  return { ...Object.fromEntries(request), ...(repeated.length > 0 && { repeated }) };
}

/** What the consent page's form sends back. */
function ownMembers(query: RestRequest['query']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function nameOfParameter(path: string): string {
  const member = path.replace(/^request\.?/, '');
  return names.find((name) => parameters[name] === member) ?? member;
}

/** For callers who want no redirect. */
function refusal(error: string, description: string | null): AppError {
  const member = { invalid_scope: 'scope', unsupported_response_type: 'response_type' }[error];
  const message = `${error}: ${description ?? ''}`;
  return new AppError('VALIDATION_FAILED', message, {
    details: { [member ?? 'request']: [description ?? error] },
  });
}

function sendErrorPage(response: ServerResponse, error: AppError, request: RestRequest): boolean {
  const { headers, method, url } = request;
  if (!wantsPage(headers)) return false;
  const { origin, pathname, search } = new URL(url);
  if (error.code === 'UNAUTHENTICATED' && method === 'GET') {
    response.removeHeader('WWW-Authenticate');
    const query = new URLSearchParams({ return_to: `${pathname}${search}` });
    sendRedirect(response, 302, `${origin}${logInPath}?${query.toString()}`);
    return true;
  }
  sendPage(response, response.statusCode, {
    title: 'This does not work',
    body: `<h1>This does not work</h1>
<p class="bad" role="alert">${escapeHtml(error.message)}</p>
<p>Nobody has been given access. The application that sent you here has to put this right.</p>`,
  });
  return true;
}
