import type { ServerResponse } from 'node:http';
import type { AppError } from '../errors';
import { isRecord } from '../validation';
import { assertFormToken, createFormSecret, formTokenOf } from './form-token';
import { escapeHtml, hiddenInputs, sendPage, sendRedirect, toFormTarget } from './page';
import type { RestRequest, Route } from './route';
import { formatCookie, readCookie } from './session-cookie';

/** Where a browser without a session is sent. */
export const logInPath = '/auth/log-in';

/** The log-in page of browsers; programs use `POST /auth/login`. */
export const logInRoutes: readonly Route[] = [
  {
    method: 'get',
    path: logInPath,
    operation: 'query LogInPage { authorizationServer { issuer } }',
    variables: () => ({}),
    crossOrigin: 'listed',
    send(response, _data, request) {
      sendLogInPage(response, request, { status: 200, problem: null });
    },
  },
  {
    method: 'post',
    path: logInPath,
    operation: `mutation LogInForm($email: String!, $password: String!) {
      session: logIn(email: $email, password: $password) { apiToken }
    }`,
    takesForms: true,
    variables(request) {
      const members = membersOf(request);
      assertFormToken(
        readCookie(request.headers, 'adgate-form', originOf(request)),
        members.form_token,
      );
      return { email: members.email ?? '', password: members.password ?? '' };
    },
    crossOrigin: 'listed',
    send(response, { session }: { readonly session: { readonly apiToken: string } }, request) {
      const cookie = formatCookie('adgate-session', session.apiToken, originOf(request));
      response.setHeader('Set-Cookie', cookie);
      const target = readReturnPath(membersOf(request).return_to);
      if (target !== null) sendRedirect(response, 303, target);
      else sendPage(response, 200, { title: 'Logged in', body: '<h1>You are logged in</h1>' });
    },
    sendError(response, error, request) {
      const status = response.statusCode;
      sendLogInPage(response, request, { status, problem: problemOf(error) });
      return true;
    },
  },
];

const originOf = ({ url }: RestRequest) => new URL(url).origin;

const membersOf = ({ body }: RestRequest) => (isRecord(body) ? body : {});

/** Where to go afterwards: back to the authorization endpoint, and nowhere else. */
function readReturnPath(value: unknown): string | null {
  return typeof value === 'string' && /^\/auth\/authorize\?[\x21-\x7e]{1,6000}$/.test(value)
    ? value
    : null;
}

/** What is wrong with a request is told to the client, by a redirect after the form. */
function formTargetOf(returnPath: string | null): string | null {
  const query = new URLSearchParams(returnPath?.split('?')[1]);
  return toFormTarget(query.get('redirect_uri') ?? '');
}

function problemOf({ code, message, reason }: AppError): string {
  if (code === 'VALIDATION_FAILED') return 'Email or password is wrong.';
  if (code === 'TOO_MANY_REQUESTS') return 'Too many attempts. Try again in a few minutes.';
  if (reason !== undefined) return `This account is suspended: ${reason}`;
  if (code === 'FORBIDDEN') return 'Your browser did not send our cookie. Please try again.';
  return code === 'SERVICE_UNAVAILABLE' ? 'We are busy. Try again in a moment.' : message;
}

function sendLogInPage(
  response: ServerResponse,
  request: RestRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  const origin = originOf(request);
  const known = readCookie(request.headers, 'adgate-form', origin);
  const secret = known ?? createFormSecret();
  if (known === null) response.setHeader('Set-Cookie', formatCookie('adgate-form', secret, origin));
  const { email, return_to: inForm } = membersOf(request);
  const returnPath = readReturnPath(inForm ?? request.query['return_to']);
  const hidden = { form_token: formTokenOf(secret), return_to: returnPath };
  const typed = typeof email === 'string' ? escapeHtml(email.slice(0, 150)) : '';
  response.removeHeader('WWW-Authenticate');
  sendPage(response, status, {
    title: 'Log in',
    formTarget: formTargetOf(returnPath),
    body: `<h1>Log in</h1>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${logInPath}">${hiddenInputs(hidden)}
<label>Email <input name="email" type="email" autocomplete="username" required value="${typed}"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<div class="buttons"><button class="main">Log in</button></div>
</form>`,
  });
}
