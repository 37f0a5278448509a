import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import { readCookie } from '../../identity/accounts/session-cookie';
import { requireEmail } from '../../identity/accounts/email';
import { registerAccount } from '../../identity/accounts/registration.service';
import { textOf } from './form';
import { assertFormToken, grantFormToken } from './form-token';
import { logInPath, registerPath } from './log-in-path';
import { escapeHtml, hiddenInputs, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';

/** Makes an account, where the settings let strangers do so. The mail that follows confirms the email. */
export const registerPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: registerPath,
    handle(ctx, request, response) {
      if (ctx.config.allowsRegistration)
        sendForm(response, request, { status: 200, problem: null });
      else sendClosed(response, 200);
    },
  },
  {
    method: 'post',
    path: registerPath,
    async handle(ctx, request, response) {
      if (!ctx.config.allowsRegistration) {
        sendClosed(response, 403);
        return;
      }
      const { form, headers, publicUrl } = request;
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      const email = requireEmail(textOf(form, 'email'));
      await registerAccount(ctx, { email, password: textOf(form, 'password'), page: null });
      sendPage(response, 200, {
        title: 'Register',
        body: `<h1>Look into your mail</h1>
<p>We have sent a link to ${escapeHtml(email)}. Follow it to confirm that the email is yours; then you can log in.</p>`,
      });
    },
    sendError(response, error, request) {
      sendForm(response, request, { status: response.statusCode, problem: problemOf(error) });
      return true;
    },
  },
];

function problemOf({ code, details, message }: AppError): string {
  const [[field, problems] = ['', []]] = Object.entries(details ?? {});
  if (field !== '') return `The ${field} ${problems.join(', ')}.`;
  if (code === 'TOO_MANY_REQUESTS') return 'Too many registrations. Try again in an hour.';
  if (code === 'FORBIDDEN') return 'Your browser did not send our cookie. Please try again.';
  return code === 'SERVICE_UNAVAILABLE' ? 'We are busy. Try again in a moment.' : message;
}

function sendClosed(response: ServerResponse, status: number): void {
  sendPage(response, status, {
    title: 'Register',
    body: `<h1>Registration is closed</h1>
<p>The operator of this server makes its accounts.</p>
<p><a href="${logInPath}">Log in</a></p>`,
  });
}

function sendForm(
  response: ServerResponse,
  request: PageRequest,
  { problem, status }: { readonly problem: string | null; readonly status: number },
): void {
  const { email } = request.form;
  const typed = typeof email === 'string' ? escapeHtml(email.slice(0, 150)) : '';
  sendPage(response, status, {
    title: 'Register',
    body: `<h1>Register</h1>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${registerPath}">${hiddenInputs({ form_token: grantFormToken(response, request) })}
<label>Email <input name="email" type="email" autocomplete="username" required maxlength="150" value="${typed}"></label>
<label>Password, 10 characters or more <input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="1024" required></label>
<div class="buttons"><button class="main">Make an account</button></div>
</form>
<p><a href="${logInPath}">I have one: log in</a></p>`,
  });
}
