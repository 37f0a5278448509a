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
import { pageTexts } from './texts/page-texts';

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
      const { form, headers, language, publicUrl } = request;
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const { sessionId, account } = await logInBrowser(ctx, {
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
        formerId: readSessionCookie(headers, publicUrl),
      });
      response.setHeader('Set-Cookie', formatCookie('adgate-session', sessionId, publicUrl));
      const target = readReturnPath(form.return_to);
      if (target !== null) sendRedirect(response, 303, target);
      else {
        const { logIn, logOut } = pageTexts(language);
        sendPage(response, 200, {
          language,
          title: logIn.loggedIn,
          body: `<h1>${logIn.loggedIn}</h1><p><a href="${panelPath}">${logIn.openPanel}</a></p>${logOutForm(sessionId, { label: logOut.logOut })}`,
        });
      }
      return { account };
    },
    sendError(response, error, request) {
      const status = response.statusCode;
      sendLogInPage(response, request, { status, problem: problemOf(error, request) });
      return true;
    },
  },
];

/** After the form the browser is sent back to the client, also when the client's request was wrong. */
function formTargetOf(returnPath: string | null): string | null {
  const query = new URLSearchParams(returnPath?.split('?')[1]);
  return toFormTarget(query.get('redirect_uri') ?? '');
}

function problemOf({ code, message, reason }: AppError, { language }: PageRequest): string {
  const { common, logIn } = pageTexts(language);
  if (code === 'VALIDATION_FAILED') return logIn.wrong;
  if (code === 'TOO_MANY_REQUESTS') return logIn.tooMany;
  if (reason !== undefined) return common.suspended(reason);
  if (code === 'FORBIDDEN') return common.noCookie;
  return code === 'SERVICE_UNAVAILABLE' ? common.busy : message;
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
  const { form, language, query } = request;
  const { common, logIn } = pageTexts(language);
  const { email, return_to: inForm } = form;
  const returnPath = readReturnPath(inForm ?? query['return_to']);
  const hidden = { form_token: grantFormToken(response, request), return_to: returnPath };
  const typed = typeof email === 'string' ? escapeHtml(email.slice(0, 150)) : '';
  response.removeHeader('WWW-Authenticate');
  sendPage(response, status, {
    language,
    title: common.logIn,
    formTarget: formTargetOf(returnPath),
    body: `<h1>${common.logIn}</h1>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${logInPath}">${hiddenInputs(hidden)}
<label>${common.email} <input name="email" type="email" autocomplete="username" required value="${typed}"></label>
<label>${common.password} <input name="password" type="password" autocomplete="current-password" required></label>
<div class="buttons"><button class="main">${common.logIn}</button></div>
</form>
<p><a href="${forgottenPasswordPath}">${logIn.forgotten}</a></p>${allowsRegistration === true ? `\n<p><a href="${registerPath}">${logIn.register}</a></p>` : ''}`,
  });
}
