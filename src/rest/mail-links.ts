import type { ServerResponse } from 'node:http';
import type { AppError } from '../errors';
import { isRecord } from '../validation';
import { escapeHtml, sendPage } from './page';
import type { RestRequest, Route } from './route';

const resetPasswordPath = '/auth/reset-password/:token';
const confirmEmailPath = '/auth/confirm-email/:token';

/**
 * Where the links of mails lead to when no page of a panel is named. The token in the address is what proves the
 * right to use it, so that the forms need no other proof; looking at a page uses nothing up, as mail servers do look.
 */
export const mailLinkRoutes: readonly Route[] = [
  {
    method: 'get',
    path: resetPasswordPath,
    operation:
      'query ResetPasswordPage($token: String!) { isValid: hasPasswordReset(token: $token) }',
    variables: ({ params }) => ({ token: params.token }),
    crossOrigin: 'listed',
    send(response) {
      sendPasswordForm(response, 200, null);
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path: resetPasswordPath,
    operation: `mutation ResetPasswordForm($input: ResetPasswordInput!) {
      user: resetPassword(input: $input) { email }
    }`,
    takesForms: true,
    variables: ({ params, body }) => ({
      input: { token: params.token, newPassword: isRecord(body) ? (body.password ?? '') : '' },
    }),
    crossOrigin: 'listed',
    send(response) {
      sendPage(response, 200, {
        title: 'New password',
        body: '<h1>Your new password is set</h1><p>You are logged out everywhere: log in with it.</p>',
      });
    },
    sendError: sendProblem,
  },
  {
    method: 'get',
    path: confirmEmailPath,
    operation: 'query ConfirmEmailPage { authorizationServer { issuer } }',
    variables: () => ({}),
    crossOrigin: 'listed',
    send(response) {
      sendPage(response, 200, {
        title: 'Confirm your email',
        body: `<h1>Is this email yours?</h1>
<form method="post"><div class="buttons"><button class="main">Yes, confirm it</button></div></form>`,
      });
    },
  },
  {
    method: 'post',
    path: confirmEmailPath,
    operation:
      'mutation ConfirmEmailForm($token: String!) { user: confirmEmail(token: $token) { email } }',
    takesForms: true,
    variables: ({ params }) => ({ token: params.token }),
    crossOrigin: 'listed',
    send(response, { user }: { readonly user: { readonly email: string | null } }) {
      sendPage(response, 200, {
        title: 'Email confirmed',
        body: `<h1>${escapeHtml(user.email ?? 'Your email')} is confirmed</h1>`,
      });
    },
    sendError: sendProblem,
  },
];

/** A refused password is asked for again; for any other reason the link is of no use. */
function sendProblem(response: ServerResponse, error: AppError, request: RestRequest): boolean {
  const { statusCode } = response;
  const problems = Object.entries(error.details ?? {});
  const password = problems.find(([path]) => path.endsWith('newPassword'));
  if (password && request.params.token !== undefined)
    sendPasswordForm(response, statusCode, `The password ${password[1].join(', ')}.`);
  else if (error.code === 'VALIDATION_FAILED' || error.code === 'FORBIDDEN')
    sendPage(response, statusCode, {
      title: 'Old link',
      body: '<h1>This link does not work any more</h1><p>It works once, for 24 hours. Ask for a new one.</p>',
    });
  else return false;
  return true;
}

function sendPasswordForm(response: ServerResponse, status: number, problem: string | null): void {
  sendPage(response, status, {
    title: 'New password',
    body: `<h1>Set a new password</h1>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label>New password, 8 characters or more <input name="password" type="password" autocomplete="new-password" minlength="8" maxlength="1024" required></label>
<div class="buttons"><button class="main">Set it</button></div>
</form>`,
  });
}
