import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import { assertResetToken, resetPassword } from '../../identity/accounts/password.service';
import { confirmEmailChange, getNewEmail } from '../../identity/accounts/email-change.service';
import { confirmEmail } from '../../identity/accounts/registration.service';
import {
  confirmWithdrawal,
  getUnconfirmedWithdrawal,
} from '../../money/withdrawals/withdrawal.service';
import { formatAmount } from '../../amount';
import { textOf } from './form';
import { logInPath } from './log-in-path';
import { escapeHtml, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';

const resetPasswordPath = '/auth/reset-password/:token';
const confirmEmailPath = '/auth/confirm-email/:token';
const changeEmailPath = '/auth/change-email/:token';
const confirmWithdrawalPath = '/auth/confirm-withdrawal/:token';

/**
 * Where the links of mails lead to when no page of a panel is named. The token in the address is what proves the
 * right to use it, so that the forms need no other proof; looking at a page uses nothing up, as mail servers do look.
 */
export const mailLinkPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: resetPasswordPath,
    async handle(ctx, request, response) {
      await assertResetToken(ctx, tokenOf(request));
      sendPasswordForm(response, 200, null);
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path: resetPasswordPath,
    changes: () => 'resetPassword',
    async handle(ctx, request, response) {
      const newPassword = textOf(request.form, 'password');
      const account = await resetPassword(ctx, { token: tokenOf(request), newPassword });
      sendPage(response, 200, {
        title: 'New password',
        body: '<h1>Your new password is set</h1><p>You are logged out everywhere: log in with it.</p>',
      });
      return account;
    },
    sendError: sendProblem,
  },
  {
    method: 'get',
    path: confirmEmailPath,
    handle(_ctx, _request, response) {
      sendConfirmForm(response, 200, null);
    },
  },
  {
    method: 'post',
    path: confirmEmailPath,
    changes: () => 'confirmEmail',
    async handle(ctx, request, response) {
      const newPassword = textOf(request.form, 'password');
      const token = tokenOf(request);
      const account = await confirmEmail(ctx, { token, newPassword, viewer: null });
      sendPage(response, 200, {
        title: 'Email confirmed',
        body: `<h1>${escapeHtml(account.email ?? 'Your email')} is confirmed</h1>`,
      });
      return account;
    },
    sendError: (response, error, request) => sendProblem(response, error, request, sendConfirmForm),
  },
  {
    method: 'get',
    path: changeEmailPath,
    async handle(ctx, request, response) {
      sendEmailForm(response, { status: 200, email: await getNewEmail(ctx, tokenOf(request)) });
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path: changeEmailPath,
    changes: () => 'confirmEmailChange',
    async handle(ctx, request, response) {
      const password = textOf(request.form, 'password');
      const account = await confirmEmailChange(ctx, { token: tokenOf(request), password });
      sendPage(response, 200, {
        title: 'Email changed',
        body: `<h1>${escapeHtml(account.email ?? '')} is your email now</h1>
<p>You are logged out everywhere. <a href="${logInPath}">Log in with it</a></p>`,
      });
      return account;
    },
    sendError(response, error, request) {
      const problem = problemOfChange(error);
      if (problem === null) return sendProblem(response, error, request);
      sendEmailForm(response, { status: response.statusCode, email: null, problem });
      return true;
    },
  },
  {
    method: 'get',
    path: confirmWithdrawalPath,
    async handle(ctx, request, response) {
      const { amount, address } = await getUnconfirmedWithdrawal(ctx, tokenOf(request));
      sendPage(response, 200, {
        title: 'Confirm your withdrawal',
        body: `<h1>Withdraw ${formatAmount(amount)} coins?</h1>
<p>They are paid to ${escapeHtml(address)}.</p>
<form method="post"><div class="buttons"><button class="main">Yes, withdraw them</button></div></form>`,
      });
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path: confirmWithdrawalPath,
    changes: () => 'confirmWithdrawal',
    async handle(ctx, request, response) {
      const withdrawal = await confirmWithdrawal(ctx, tokenOf(request));
      sendPage(response, 200, {
        title: 'Withdrawal confirmed',
        body: `<h1>${formatAmount(withdrawal.amount)} coins are on their way soon</h1>`,
      });
      return withdrawal;
    },
    sendError: sendProblem,
  },
];

const tokenOf = ({ params }: PageRequest) => params.token ?? '';

/** A refused password is asked for again; for any other reason the link is of no use. */
function sendProblem(
  response: ServerResponse,
  error: AppError,
  _request: PageRequest,
  askAgain: typeof sendPasswordForm = sendPasswordForm,
): boolean {
  const { statusCode } = response;
  const problems = error.details?.newPassword ?? error.details?.password;
  if (problems) askAgain(response, statusCode, `The password ${problems.join(', ')}.`);
  else if (error.code === 'VALIDATION_FAILED' || error.code === 'FORBIDDEN')
    sendPage(response, statusCode, {
      title: 'Old link',
      body: '<h1>This link does not work any more</h1><p>It works once, for 24 hours. Ask for a new one.</p>',
    });
  else return false;
  return true;
}

/**
 * The form of a link that confirms an email. Whoever confirms sets a password, since a stranger may have registered the
 * email.
 */
function sendConfirmForm(response: ServerResponse, status: number, problem: string | null): void {
  sendPage(response, status, {
    title: 'Confirm your email',
    body: `<h1>Is this email yours?</h1>
${passwordForm(problem, 'Yes, confirm it')}`,
  });
}

function sendPasswordForm(response: ServerResponse, status: number, problem: string | null): void {
  sendPage(response, status, {
    title: 'New password',
    body: `<h1>Set a new password</h1>
${passwordForm(problem, 'Set it')}`,
  });
}

/** The problem that the form for a new email shows; null where its link is of no use. */
function problemOfChange({ code, details }: AppError): string | null {
  if (details?.password) return 'The password is wrong.';
  if (code === 'TOO_MANY_REQUESTS') return 'Too many wrong passwords. Try again later.';
  return code === 'CONFLICT' ? 'This email has an account by now: log in with it.' : null;
}

/**
 * The link may have gone to somebody else's address: the password shows whose account it is.
 *
 * @param form.email null: the one of the link
 */
function sendEmailForm(
  response: ServerResponse,
  form: { readonly status: number; readonly email: string | null; readonly problem?: string },
): void {
  const { status, email, problem } = form;
  sendPage(response, status, {
    title: 'New email',
    body: `<h1>Log in with ${email === null ? 'this email' : escapeHtml(email)} from now on?</h1>
<p>You are logged out everywhere then, and nothing is paid to you for 24 hours.</p>
${problem === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label>Password of your account <input name="password" type="password" autocomplete="current-password" maxlength="1024" required></label>
<div class="buttons"><button class="main">Yes, change it</button></div>
</form>`,
  });
}

function passwordForm(problem: string | null, button: string): string {
  return `${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label>New password, 10 characters or more <input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="1024" required></label>
<div class="buttons"><button class="main">${button}</button></div>
</form>`;
}
