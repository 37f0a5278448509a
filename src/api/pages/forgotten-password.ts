import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import { readCookie } from '../../identity/accounts/session-cookie';
import { toEmail } from '../../identity/accounts/email';
import { requestPasswordReset } from '../../identity/accounts/password.service';
import { textOf } from './form';
import { assertFormToken, grantFormToken } from './form-token';
import { forgottenPasswordPath, logInPath } from './log-in-path';
import { escapeHtml, hiddenInputs, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';

/** Asks for a link to set a new password; it says the same whether the email has an account or not. */
export const forgottenPasswordPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: forgottenPasswordPath,
    handle(ctx, request, response) {
      if (ctx.mailer === null)
        sendPage(response, 200, {
          title: 'New password',
          body: `<h1>Forgot your password?</h1>
<p>This server sends no mail. Ask its operator for a link.</p>
<p><a href="${logInPath}">Back to the log-in</a></p>`,
        });
      else sendForm(response, request, { status: 200, problem: null });
    },
  },
  {
    method: 'post',
    path: forgottenPasswordPath,
    async handle(ctx, request, response) {
      const { form, headers, publicUrl } = request;
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const email = textOf(form, 'email');
      await requestPasswordReset(ctx, { email: toEmail(email), page: null });
      sendPage(response, 200, {
        title: 'New password',
        body: `<h1>Look into your mail</h1>
<p>If ${escapeHtml(email.slice(0, 150))} has an account here, a link is on its way. It works once, for 24 hours.</p>
<p><a href="${logInPath}">Back to the log-in</a></p>`,
      });
    },
    sendError(response, error, request) {
      sendForm(response, request, { status: response.statusCode, problem: problemOf(error) });
      return true;
    },
  },
];

function problemOf({ code, message }: AppError): string {
  if (code === 'TOO_MANY_REQUESTS') return 'Too many mails. Try again in an hour.';
  if (code === 'FORBIDDEN') return 'Your browser did not send our cookie. Please try again.';
  return code === 'SERVICE_UNAVAILABLE' ? 'No mail can be sent now. Try again later.' : message;
}

function sendForm(
  response: ServerResponse,
  request: PageRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  sendPage(response, status, {
    title: 'New password',
    body: `<h1>Forgot your password?</h1>
<p>We send you a link to set a new one.</p>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${forgottenPasswordPath}">${hiddenInputs({ form_token: grantFormToken(response, request) })}
<label>Email <input name="email" type="email" autocomplete="username" required maxlength="150"></label>
<div class="buttons"><button class="main">Send me a link</button></div>
</form>
<p><a href="${logInPath}">Back to the log-in</a></p>`,
  });
}
