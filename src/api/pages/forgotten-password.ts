import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import { readCookie } from '../../identity/accounts/session-cookie';
import { toEmail } from '../../identity/accounts/email';
import { requestPasswordReset } from '../../identity/accounts/password.service';
import { emailField, typedEmail } from './email-field';
import { textOf } from './form';
import { assertFormToken, grantFormToken } from './form-token';
import { forgottenPasswordPath, logInPath } from './page-paths';
import { escapeHtml, hiddenInputs, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts } from './texts/page-texts';

/** Asks for a link to set a new password; it says the same whether the email has an account or not. */
export const forgottenPasswordPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: forgottenPasswordPath,
    handle(ctx, request, response) {
      const { language } = request;
      const { common, forgottenPassword } = pageTexts(language);
      if (ctx.mailer === null)
        sendPage(response, 200, {
          language,
          title: forgottenPassword.title,
          body: `<h1>${forgottenPassword.heading}</h1>
<p>${forgottenPassword.noMail}</p>
<p><a href="${logInPath}">${common.backToLogIn}</a></p>`,
        });
      else sendForm(response, request, { status: 200, problem: null });
    },
  },
  {
    method: 'post',
    path: forgottenPasswordPath,
    async handle(ctx, request, response) {
      const { form, headers, language, publicUrl } = request;
      const { common, forgottenPassword } = pageTexts(language);
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const email = textOf(form, 'email');
      await requestPasswordReset(ctx, { email: toEmail(email), page: null });
      sendPage(response, 200, {
        language,
        title: forgottenPassword.title,
        body: `<h1>${forgottenPassword.sent}</h1>
<p>${forgottenPassword.sentAbout(escapeHtml(typedEmail(form) ?? ''))}</p>
<p><a href="${logInPath}">${common.backToLogIn}</a></p>`,
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

function problemOf({ code, message }: AppError, { language }: PageRequest): string {
  const { common, forgottenPassword } = pageTexts(language);
  if (code === 'TOO_MANY_REQUESTS') return forgottenPassword.tooMany;
  if (code === 'FORBIDDEN') return common.noCookie;
  return code === 'SERVICE_UNAVAILABLE' ? forgottenPassword.cannot : message;
}

function sendForm(
  response: ServerResponse,
  request: PageRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  const { form, language } = request;
  const { common, forgottenPassword } = pageTexts(language);
  sendPage(response, status, {
    language,
    title: forgottenPassword.title,
    body: `<h1>${forgottenPassword.heading}</h1>
<p>${forgottenPassword.about}</p>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${forgottenPasswordPath}">${hiddenInputs({ form_token: grantFormToken(response, request) })}
${emailField(language, form)}
<div class="buttons"><button class="main">${forgottenPassword.send}</button></div>
</form>
<p><a href="${logInPath}">${common.backToLogIn}</a></p>`,
  });
}
