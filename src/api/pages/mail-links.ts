import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import { assertResetToken, resetPassword } from '../../identity/accounts/password.service';
import { confirmEmailChange, getNewEmail } from '../../identity/accounts/email-change.service';
import { longestHolderName, parseHolder } from '../../identity/accounts/holder';
import {
  assertConfirmationToken,
  confirmEmail,
} from '../../identity/accounts/registration.service';
import {
  confirmWithdrawal,
  getUnconfirmedWithdrawal,
} from '../../money/withdrawals/withdrawal.service';
import { formatAmount } from '../../amount';
import { textOf } from './form';
import { logInPath } from './page-paths';
import { escapeHtml, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';
import type { PageTexts } from './texts/en';
import { pageTexts, problemsIn } from './texts/page-texts';

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
      sendPasswordForm(response, request, null);
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
      const { language } = request;
      const { newPassword: title, passwordSet, passwordSetAbout } = pageTexts(language).mailLinks;
      const body = `<h1>${passwordSet}</h1><p>${passwordSetAbout}</p>`;
      sendPage(response, 200, { language, title, body });
      return account;
    },
    sendError: sendProblem,
  },
  {
    method: 'get',
    path: confirmEmailPath,
    async handle(ctx, request, response) {
      await assertConfirmationToken(ctx, tokenOf(request));
      sendConfirmForm(response, request, null);
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path: confirmEmailPath,
    changes: () => 'confirmEmail',
    async handle(ctx, request, response) {
      const newPassword = textOf(request.form, 'password');
      const token = tokenOf(request);
      const [name, company] = [textOf(request.form, 'name'), textOf(request.form, 'company')];
      const holder = parseHolder({ name, company });
      const account = await confirmEmail(ctx, { token, newPassword, viewer: null, holder });
      const { language } = request;
      const { common, mailLinks } = pageTexts(language);
      const { emailConfirmed: title, isConfirmed, yourEmail } = mailLinks;
      const body = `<h1>${isConfirmed(escapeHtml(account.email ?? yourEmail))}</h1>
<p><a href="${logInPath}">${common.logIn}</a></p>`;
      sendPage(response, 200, { language, title, body });
      return account;
    },
    sendError: (response, error, request) => sendProblem(response, error, request, sendConfirmForm),
  },
  {
    method: 'get',
    path: changeEmailPath,
    async handle(ctx, request, response) {
      sendEmailForm(response, request, { email: await getNewEmail(ctx, tokenOf(request)) });
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
      const { language } = request;
      const { mailLinks } = pageTexts(language);
      sendPage(response, 200, {
        language,
        title: mailLinks.emailChanged,
        body: `<h1>${mailLinks.isYourEmail(escapeHtml(account.email ?? ''))}</h1>
<p>${mailLinks.loggedOut} <a href="${logInPath}">${mailLinks.logInWithIt}</a></p>`,
      });
      return account;
    },
    sendError(response, error, request) {
      const problem = problemOfChange(error, request);
      if (problem === null) return sendProblem(response, error, request);
      sendEmailForm(response, request, { email: null, problem });
      return true;
    },
  },
  {
    method: 'get',
    path: confirmWithdrawalPath,
    async handle(ctx, request, response) {
      const { amount, address } = await getUnconfirmedWithdrawal(ctx, tokenOf(request));
      const { language } = request;
      const { mailLinks } = pageTexts(language);
      sendPage(response, 200, {
        language,
        title: mailLinks.confirmWithdrawal,
        body: `<h1>${mailLinks.withdrawQuestion(formatAmount(amount))}</h1>
<p>${mailLinks.paidTo(escapeHtml(address))}</p>
<form method="post"><div class="buttons"><button class="main">${mailLinks.withdraw}</button></div></form>`,
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
      const { language } = request;
      const { withdrawalConfirmed: title, onTheirWay } = pageTexts(language).mailLinks;
      const body = `<h1>${onTheirWay(formatAmount(withdrawal.amount))}</h1>`;
      sendPage(response, 200, { language, title, body });
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
  request: PageRequest,
  askAgain: typeof sendPasswordForm = sendPasswordForm,
): boolean {
  const { language } = request;
  const { common, mailLinks } = pageTexts(language);
  const problems = error.details?.newPassword ?? error.details?.password;
  const holder = error.details?.name ?? error.details?.company;
  if (holder)
    askAgain(
      response,
      request,
      common.refusedField(common.fields.name, problemsIn(language, holder)),
    );
  else if (problems) {
    const said = problemsIn(language, problems);
    askAgain(response, request, common.refusedField(common.fields.password, said));
  } else if (error.code === 'VALIDATION_FAILED' || error.code === 'FORBIDDEN')
    sendPage(response, response.statusCode, {
      language,
      title: mailLinks.oldLinkTitle,
      body: `<h1>${mailLinks.oldLink}</h1><p>${mailLinks.oldLinkAbout}</p>`,
    });
  else return false;
  return true;
}

/**
 * The form of a link that confirms an email. Whoever confirms sets a password, since a stranger may have registered the
 * email.
 */
function sendConfirmForm(
  response: ServerResponse,
  { language }: PageRequest,
  problem: string | null,
): void {
  const { mailLinks } = pageTexts(language);
  sendPage(response, response.statusCode, {
    language,
    title: mailLinks.confirmEmail,
    body: `<h1>${mailLinks.isItYours}</h1>
<p>${mailLinks.isItYoursAbout}</p>
${passwordForm(mailLinks, problem, { button: mailLinks.confirmIt, before: holderFields(mailLinks) })}`,
  });
}

function sendPasswordForm(
  response: ServerResponse,
  { language }: PageRequest,
  problem: string | null,
): void {
  const { mailLinks } = pageTexts(language);
  sendPage(response, response.statusCode, {
    language,
    title: mailLinks.newPassword,
    body: `<h1>${mailLinks.setPassword}</h1>
${passwordForm(mailLinks, problem, { button: mailLinks.setIt })}`,
  });
}

/** The problem that the form for a new email shows; null where its link is of no use. */
function problemOfChange({ code, details }: AppError, { language }: PageRequest): string | null {
  const { mailLinks } = pageTexts(language);
  if (details?.password) return mailLinks.wrongPassword;
  if (code === 'TOO_MANY_REQUESTS') return mailLinks.tooManyPasswords;
  return code === 'CONFLICT' ? mailLinks.emailTaken : null;
}

/**
 * The link may have gone to somebody else's address: the password shows whose account it is.
 *
 * @param form.email null: the one of the link
 */
function sendEmailForm(
  response: ServerResponse,
  { language }: PageRequest,
  { email, problem }: { readonly email: string | null; readonly problem?: string },
): void {
  const { mailLinks } = pageTexts(language);
  sendPage(response, response.statusCode, {
    language,
    title: mailLinks.newEmail,
    body: `<h1>${mailLinks.changeQuestion(email === null ? mailLinks.thisEmail : escapeHtml(email))}</h1>
<p>${mailLinks.changeAbout}</p>
${problem === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label>${mailLinks.passwordOfAccount} <input name="password" type="password" autocomplete="current-password" maxlength="1024" required></label>
<div class="buttons"><button class="main">${mailLinks.changeIt}</button></div>
</form>`,
  });
}

/** The person and the company that an account is for. */
const holderFields = ({ nameField, companyField }: PageTexts['mailLinks']): string =>
  `<label>${nameField} <input name="name" autocomplete="name" maxlength="${longestHolderName}" required></label>
<label>${companyField} <input name="company" autocomplete="organization" maxlength="${longestHolderName}"></label>
`;

function passwordForm(
  { newPasswordField }: PageTexts['mailLinks'],
  problem: string | null,
  { button, before = '' }: { readonly button: string; readonly before?: string },
): string {
  return `${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
${before}<label>${newPasswordField} <input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="1024" required></label>
<div class="buttons"><button class="main">${button}</button></div>
</form>`;
}
