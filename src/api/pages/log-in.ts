import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../context';
import { AppError } from '../../errors';
import {
  formatCookie,
  readCookie,
  readSessionCookie,
} from '../../identity/accounts/session-cookie';
import { secondFactorRequired } from '../../identity/accounts/second-factor/check-code.service';
import {
  createLogInTicket,
  logInByTicket,
} from '../../identity/accounts/second-factor/log-in-ticket.service';
import { type BrowserSession, logInBrowser } from '../../identity/accounts/session.service';
import { toTypedEmail } from '../../identity/accounts/email';
import { emailField, typedEmail } from './email-field';
import { textOf } from './form';
import { assertFormToken, grantFormToken } from './form-token';
import {
  forgottenPasswordPath,
  logInPath,
  logInPathTo,
  panelPath,
  readReturnPath,
  registerPath,
} from './page-paths';
import { logOutForm } from './log-out';
import { escapeHtml, hiddenInputs, sendPage, sendRedirect, toFormTarget } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { codeField } from './second-factor-form';
import { pageTexts } from './texts/page-texts';

/** The log-in page of browsers; programs use `POST /auth/login`. */
export const logInPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: logInPath,
    handle(_ctx, request, response) {
      sendLogInPage(response, request, { status: 200, problem: null });
    },
  },
  {
    method: 'post',
    path: logInPath,
    changes: () => 'logIn',
    async handle(ctx, request, response) {
      const { form, headers, language, publicUrl } = request;
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const { sessionId, account } = await logIn(ctx, request, response);
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
      if (asksForCode(error)) {
        const problem = error.details === undefined ? null : problemOf(error, request);
        sendCodePage(response, request, { status, problem });
        return true;
      }
      sendLogInPage(response, request, { status, problem: problemOf(error, request) });
      return true;
    },
  },
];

/** The password first, then the code: a cookie says between them that the password was right. */
async function logIn(
  ctx: RequestContext,
  { form, headers, publicUrl }: PageRequest,
  response: ServerResponse,
): Promise<BrowserSession> {
  const formerId = readSessionCookie(headers, publicUrl);
  if (form.otp !== undefined)
    return logInByTicket(ctx, {
      ticket: readCookie(headers, 'adgate-second-factor', publicUrl),
      otp: textOf(form, 'otp'),
      formerId,
    });
  const [email, password] = [textOf(form, 'email'), textOf(form, 'password')];
  try {
    return await logInBrowser(ctx, { email, password, otp: null, formerId });
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== secondFactorRequired) throw error;
    const ticket = await createLogInTicket(ctx, toTypedEmail(email));
    if (ticket !== null)
      response.setHeader('Set-Cookie', formatCookie('adgate-second-factor', ticket, publicUrl));
    throw error;
  }
}

/** Says that the password was right. */
function asksForCode({ details, reason }: AppError): boolean {
  return reason === secondFactorRequired || details?.otp !== undefined;
}

function sendCodePage(
  response: ServerResponse,
  request: PageRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  const { form, language } = request;
  const { common, secondFactor } = pageTexts(language);
  const returnPath = readReturnPath(form.return_to);
  const hidden = {
    form_token: grantFormToken(response, request),
    return_to: returnPath,
    email: typedEmail(form),
  };
  response.removeHeader('WWW-Authenticate');
  sendPage(response, status, {
    language,
    title: common.logIn,
    formTarget: formTargetOf(returnPath),
    body: `<h1>${secondFactor.title}</h1>
<form method="post" action="${logInPath}">${hiddenInputs(hidden)}
${codeField(language, { problem, isRequired: true })}
<div class="buttons"><button class="main">${common.logIn}</button></div>
</form>
<p><a href="${escapeHtml(logInPathTo(returnPath))}">${secondFactor.startAgain}</a></p>`,
  });
}

/** After the form the browser is sent back to the client, also when the client's request was wrong. */
function formTargetOf(returnPath: string | null): string | null {
  const query = new URLSearchParams(returnPath?.split('?')[1]);
  return toFormTarget(query.get('redirect_uri') ?? '');
}

function problemOf(
  { code, details, message, reason }: AppError,
  { language }: PageRequest,
): string {
  const { common, logIn, secondFactor } = pageTexts(language);
  if (details?.otp !== undefined) return secondFactor.wrong;
  if (code === 'VALIDATION_FAILED') return logIn.wrong;
  if (code === 'TOO_MANY_REQUESTS') return logIn.tooMany;
  if (reason !== undefined) return common.suspended(reason);
  if (code === 'FORBIDDEN') return common.noCookie;
  return code === 'SERVICE_UNAVAILABLE' ? common.busy : message;
}

function sendLogInPage(
  response: ServerResponse,
  request: PageRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  const { allowsRegistration, form, language, query } = request;
  const { common, logIn } = pageTexts(language);
  const returnPath = readReturnPath(form.return_to ?? query['return_to']);
  const hidden = { form_token: grantFormToken(response, request), return_to: returnPath };
  response.removeHeader('WWW-Authenticate');
  sendPage(response, status, {
    language,
    title: common.logIn,
    formTarget: formTargetOf(returnPath),
    body: `<h1>${common.logIn}</h1>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${logInPath}">${hiddenInputs(hidden)}
${emailField(language, form)}
<label>${common.password} <input name="password" type="password" autocomplete="current-password" required></label>
<div class="buttons"><button class="main">${common.logIn}</button></div>
</form>
<p><a href="${forgottenPasswordPath}">${logIn.forgotten}</a></p>${allowsRegistration ? `\n<p><a href="${registerPath}">${logIn.register}</a></p>` : ''}`,
  });
}
