import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../context';
import { AppError, invalid } from '../../errors';
import { sendJson } from '../../http/answer';
import { readSessionCookie } from '../../identity/accounts/session-cookie';
import { secondFactorRequired } from '../../identity/accounts/second-factor/check-code.service';
import {
  lacksSecondFactor,
  proveSecondFactor,
  requireSecondFactor,
} from '../../identity/accounts/second-factor/proved-session.service';
import { requireViewer } from '../../identity/access/access-rule';
import { keysOf } from '../../record';
import { Problems } from '../../validation';
import {
  type AuthorizationRequest,
  type Decision,
  parseAuthorizationRequest,
} from '../../identity/oauth/authorizations/authorization-request';
import { authorize, type AuthorizationResult } from '../../identity/oauth/authorizations/authorize';
import { sendConsentPage } from './consent-page';
import { assertFormToken } from './form-token';
import { logInPathTo } from './page-paths';
import { escapeHtml, sendPage, sendRedirect, wantsPage } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts } from './texts/page-texts';

/** Members that a client may send, by the names of RFC 6749 §4.1.1 and RFC 7636 §4.3, with our names for them. */
const parameters = {
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
  response_type: 'responseType',
  scope: 'scope',
  state: 'state',
  code_challenge: 'codeChallenge',
  code_challenge_method: 'codeChallengeMethod',
} as const;

const names = keysOf(parameters);

const endpoint = {
  path: '/auth/authorize',
  accepts: 'apiToken',
  sessionCookie: 'ofAnySite',
  access: ['session'],
  sendError: sendErrorPage,
} as const satisfies Partial<PageRoute>;

/**
 * The authorization endpoint. A program that shows an API token has its person's consent; a browser with a session is
 * asked for it, and one without goes to the log-in page and comes back.
 *
 * @see RFC 6749 §3.1, §4.1.1, docs/contract.md §3
 */
export const authorizePages: readonly PageRoute[] = [
  {
    ...endpoint,
    method: 'get',
    refusesHead: true,
    changes: ({ headers }) => (headers.authorization === undefined ? null : 'authorize'),
    async handle(ctx, { headers, language, publicUrl, query }, response) {
      const decision = headers.authorization === undefined ? 'ask' : 'approve';
      const result = await answer(ctx, query, decision);
      const { error, errorDescription, location, prompt } = result;
      if (prompt) {
        const sessionId = readSessionCookie(headers, publicUrl) ?? '';
        const asksForCode = await lacksSecondFactor(ctx, requireViewer(ctx));
        const members = ownMembers(query);
        sendConsentPage(response, prompt, { sessionId, language, members, asksForCode });
      } else if (query['no_redirect'] === undefined) sendRedirect(response, 302, location ?? '');
      else if (error === null) sendLocation(response, location);
      else throw refusal(error, errorDescription);
    },
  },
  {
    ...endpoint,
    method: 'post',
    changes: () => 'authorize',
    async handle(ctx, { form, headers, publicUrl }, response) {
      assertFormToken(readSessionCookie(headers, publicUrl), form.form_token);
      const decision = form.decision === 'approve' ? 'approve' : 'deny';
      if (decision === 'approve' && typeof form.otp === 'string')
        await proveSecondFactor(ctx, requireViewer(ctx), form.otp);
      const { location } = await answer(ctx, form, decision);
      // RFC 9700 §4.12: 303, so that the browser does not post the form to the client.
      sendRedirect(response, 303, location ?? '');
    },
  },
];

/** @throws {AppError} `VALIDATION_FAILED` in the client's own words. */
async function answer(
  ctx: RequestContext,
  members: Readonly<Record<string, unknown>>,
  decision: Decision,
): Promise<AuthorizationResult> {
  try {
    const request = toRequest(members);
    const viewer = requireViewer(ctx);
    if (decision === 'approve') await requireSecondFactor(ctx, viewer);
    return await authorize(ctx, { account: viewer.account, request, decision });
  } catch (cause) {
    if (!(cause instanceof AppError) || !cause.details) throw cause;
    const details = Object.entries(cause.details).map(
      ([path, problems]) => [nameOfParameter(path), problems] as const,
    );
    throw invalid(Object.fromEntries(details), { cause });
  }
}

function sendLocation(response: ServerResponse, location: string | null): void {
  response.setHeader('Cache-Control', 'no-store');
  sendJson(response, 200, { location });
}

/**
 * Renames the parameters; empty ones are absent (RFC 6749 §3.1), repeated ones noted.
 *
 * @throws {AppError} `VALIDATION_FAILED`
 */
function toRequest(members: Readonly<Record<string, unknown>>): AuthorizationRequest {
  const repeated = names.filter((name) => Array.isArray(members[name]));
  const given = names.map((name) => {
    const value = members[name];
    // Without these two nobody can be told.
    const isFatal = name === 'client_id' || name === 'redirect_uri';
    const isAbsent = value === '' || (Array.isArray(value) && !isFatal);
    return [parameters[name], isAbsent ? undefined : value] as const;
  });
  const request = parseAuthorizationRequest({ ...Object.fromEntries(given), repeated });
  if (request instanceof Problems) throw invalid(request.details);
  return request;
}

/** The members that the consent page's form sends back. */
function ownMembers(query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function nameOfParameter(member: string): string {
  return names.find((name) => parameters[name] === member) ?? member;
}

/** For callers who want no redirect. */
function refusal(error: string, description: string | null): AppError {
  const member = { invalid_scope: 'scope', unsupported_response_type: 'response_type' }[error];
  const message = `${error}: ${description ?? ''}`;
  return invalid({ [member ?? 'request']: [description ?? error] }, { message });
}

function sendErrorPage(response: ServerResponse, error: AppError, request: PageRequest): boolean {
  const { headers, language, method, publicUrl, target } = request;
  if (!wantsPage(headers)) return false;
  if (error.code === 'UNAUTHENTICATED' && method === 'GET') {
    response.removeHeader('WWW-Authenticate');
    sendRedirect(response, 302, `${publicUrl}${logInPathTo(target)}`);
    return true;
  }
  const { common, consent, secondFactor } = pageTexts(language);
  if (error.reason === secondFactorRequired || error.details?.otp !== undefined) {
    const again = `/auth/authorize?${new URLSearchParams(ownMembers(request.form)).toString()}`;
    sendPage(response, response.statusCode, {
      language,
      title: secondFactor.title,
      body: `<h1>${secondFactor.title}</h1>
<p class="bad" role="alert">${secondFactor.wrong}</p>
<p><a href="${escapeHtml(again)}">${secondFactor.tryAgain}</a></p>`,
    });
    return true;
  }
  sendPage(response, response.statusCode, {
    language,
    title: common.doesNotWork,
    body: `<h1>${common.doesNotWork}</h1>
<p class="bad" role="alert">${escapeHtml(error.message)}</p>
<p>${consent.nobodyHasAccess}</p>`,
  });
  return true;
}
