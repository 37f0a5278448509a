import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import {
  assertFirstOperatorLink,
  createFirstOperator,
} from '../../identity/accounts/first-operator.service';
import { formatCookie, readSessionCookie } from '../../identity/accounts/session-cookie';
import { emailField } from './email-field';
import { textOf } from './form';
import { panelPath } from './page-paths';
import { escapeHtml, sendPage, sendRedirect } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts, problemsIn } from './texts/page-texts';

const path = '/auth/first-operator/:token';

/**
 * Where the link of a server without an operator leads to. The token in the address proves the right to use the form;
 * looking at the page uses nothing up.
 */
export const firstOperatorPages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    async handle(ctx, request, response) {
      await assertFirstOperatorLink(ctx, tokenOf(request));
      sendForm(response, request, null);
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path,
    changes: () => 'createFirstOperator',
    async handle(ctx, request, response) {
      const { form, headers, publicUrl } = request;
      const { sessionId, account } = await createFirstOperator(ctx, {
        token: tokenOf(request),
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
        formerId: readSessionCookie(headers, publicUrl),
      });
      response.setHeader('Set-Cookie', formatCookie('adgate-session', sessionId, publicUrl));
      sendRedirect(response, 303, panelPath);
      return { account };
    },
    sendError: sendProblem,
  },
];

const tokenOf = ({ params }: PageRequest) => params.token ?? '';

/** Email and password are asked for again; for any other reason the link is of no use. */
function sendProblem(response: ServerResponse, error: AppError, request: PageRequest): boolean {
  const { language } = request;
  const { common, firstOperator } = pageTexts(language);
  const { code, details } = error;
  const field = (['email', 'password'] as const).find((name) => details?.[name] !== undefined);
  if (field !== undefined) {
    const problems = problemsIn(language, details?.[field] ?? []);
    sendForm(response, request, common.refusedField(common.fields[field], problems));
  } else if (code === 'CONFLICT') sendForm(response, request, firstOperator.emailTaken);
  else if (code === 'VALIDATION_FAILED')
    sendPage(response, response.statusCode, {
      language,
      title: firstOperator.title,
      body: `<h1>${firstOperator.oldLink}</h1><p>${firstOperator.oldLinkAbout}</p>`,
    });
  else return false;
  return true;
}

function sendForm(
  response: ServerResponse,
  { form, language }: PageRequest,
  problem: string | null,
): void {
  const { firstOperator, register } = pageTexts(language);
  sendPage(response, response.statusCode, {
    language,
    title: firstOperator.title,
    body: `<h1>${firstOperator.heading}</h1>
<p>${firstOperator.about}</p>
${problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
${emailField(language, form)}
<label>${register.passwordField} <input name="password" type="password" autocomplete="new-password" minlength="10" maxlength="1024" required></label>
<div class="buttons"><button class="main">${register.create}</button></div>
</form>`,
  });
}
