import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import {
  formatCookie,
  readCookie,
  readSessionCookie,
} from '../../identity/accounts/session-cookie';
import { logInBrowser } from '../../identity/accounts/session.service';
import { textOf } from './form';
import { assertFormToken, grantFormToken } from './form-token';
import {
  forgottenPasswordPath,
  logInPath,
  panelPath,
  readReturnPath,
  registerPath,
} from './log-in-path';
import { logOutForm } from './log-out';
import { escapeHtml, hiddenInputs, sendPage, sendRedirect, toFormTarget } from './page';
import type { PageRequest, PageRoute } from './page-route';

/** The log-in page of browsers; programs use `POST /auth/login`. */
export const logInPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: logInPath,
    handle({ config }, request, response) {
      const { allowsRegistration } = config;
      sendLogInPage(response, request, { status: 200, problem: null, allowsRegistration });
    },
  },
  {
    method: 'post',
    path: logInPath,
    changes: () => 'logIn',
    async handle(ctx, request, response) {
      const { form, headers, publicUrl } = request;
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const { sessionId, account } = await logInBrowser(ctx, {
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
        formerId: readSessionCookie(headers, publicUrl),
      });
      response.setHeader('Set-Cookie', formatCookie('adgate-session', sessionId, publicUrl));
      const target = readReturnPath(form.return_to);
      if (target !== null) sendRedirect(response, 303, target);
      else
        sendPage(response, 200, {
          title: 'Logged in',
          body: `<h1>You are logged in</h1><p><a href="${panelPath}">Open the panel</a></p>${logOutForm(sessionId, { label: 'Log out' })}`,
        });
      return { account };
    },
    sendError(response, error, request) {
      const status = response.statusCode;
      sendLogInPage(response, request, { status, problem: problemOf(error) });
      return true;
    },
  },
];

/** After the form the browser is sent back to the client, also when the client's request was wrong. */
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
  request: PageRequest,
  {
    problem,
    status,
    allowsRegistration,
  }: {
    readonly problem: string | null;
    readonly status: number;
    readonly allowsRegistration?: boolean;
  },
): void {
  const { form, query } = request;
  const { email, return_to: inForm } = form;
  const returnPath = readReturnPath(inForm ?? query['return_to']);
  const hidden = { form_token: grantFormToken(response, request), return_to: returnPath };
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
</form>
<p><a href="${forgottenPasswordPath}">Forgot your password?</a></p>${allowsRegistration === true ? `\n<p><a href="${registerPath}">Register</a></p>` : ''}`,
  });
}
