import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import { readCookie } from '../../identity/accounts/session-cookie';
import { requireEmail } from '../../identity/accounts/email';
import { registerAccount } from '../../identity/accounts/registration.service';
import { emailField } from './email-field';
import { textOf } from './form';
import { assertFormToken, grantFormToken } from './form-token';
import { logInPath, registerPath } from './page-paths';
import { escapeHtml, hiddenInputs, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts, problemsIn } from './texts/page-texts';

/** Makes an account, where the settings let strangers do so. The mail that follows confirms the email. */
export const registerPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: registerPath,
    handle(ctx, request, response) {
      if (ctx.config.allowsRegistration)
        sendForm(response, request, { status: 200, problem: null });
      else sendClosed(response, request, 200);
    },
  },
  {
    method: 'post',
    path: registerPath,
    async handle(ctx, request, response) {
      if (!ctx.config.allowsRegistration) {
        sendClosed(response, request, 403);
        return;
      }
      const { form, headers, language, publicUrl } = request;
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const email = requireEmail(textOf(form, 'email'));
      await registerAccount(ctx, { email, password: null, page: null });
      const { register } = pageTexts(language);
      sendPage(response, 200, {
        language,
        title: register.title,
        body: `<h1>${register.sent}</h1>
<p>${register.sentAbout(escapeHtml(email))}</p>
<p>${register.nothingCame} <a href="${registerPath}">${register.sendAgain}</a></p>`,
      });
    },
    sendError(response, error, request) {
      sendForm(response, request, {
        status: response.statusCode,
        problem: problemOf(error, request),
      });
      return true;
    },
  },
];

function problemOf({ code, details, message }: AppError, { language }: PageRequest): string {
  const { common, register } = pageTexts(language);
  const [[field, problems] = ['', []]] = Object.entries(details ?? {});
  if (field === 'email')
    return common.refusedField(common.fields.email, problemsIn(language, problems));
  if (code === 'TOO_MANY_REQUESTS') return register.tooMany;
  if (code === 'FORBIDDEN') return common.noCookie;
  return code === 'SERVICE_UNAVAILABLE' ? common.busy : message;
}

function sendClosed(response: ServerResponse, { language }: PageRequest, status: number): void {
  const { common, register } = pageTexts(language);
  sendPage(response, status, {
    language,
    title: register.title,
    body: `<h1>${register.closed}</h1>
<p>${register.closedAbout}</p>
<p><a href="${logInPath}">${common.logIn}</a></p>`,
  });
}

function sendForm(
  response: ServerResponse,
  request: PageRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  const { form, language } = request;
  const { register } = pageTexts(language);
  sendPage(response, status, {
    language,
    title: register.title,
    body: `<h1>${register.title}</h1>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${registerPath}">${hiddenInputs({ form_token: grantFormToken(response, request) })}
${emailField(language, form)}
<div class="buttons"><button class="main">${register.create}</button></div>
</form>
<p><a href="${logInPath}">${register.haveOne}</a></p>`,
  });
}
