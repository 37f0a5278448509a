import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../context';
import type { AppError } from '../../errors';
import {
  formatCookie,
  readCookie,
  readSessionCookie,
} from '../../identity/accounts/session-cookie';
import { getEmailOfLink, logInByLink } from '../../identity/accounts/log-in-link.service';
import { assertFormToken, grantFormToken } from './form-token';
import { panelPath } from './page-paths';
import { escapeHtml, hiddenInputs, sendPage, sendRedirect } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts } from './texts/page-texts';

const path = '/auth/log-in-link/:token';

/**
 * Where the links of `npm start` and `adgate user link` lead to. Who types or pastes one is logged in at once; where
 * another page or program leads to it, a person is asked first: looking at a link must not use it up, and nobody shall
 * be logged in unknowingly as somebody else.
 */
export const logInLinkPages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    changes: (request) => (isOpenedByPerson(request) ? 'logInByLink' : null),
    async handle(ctx, request, response) {
      if (isOpenedByPerson(request)) return logIn(ctx, request, response);
      const email = await getEmailOfLink(ctx, tokenOf(request));
      const { language } = request;
      const { common, logInLink } = pageTexts(language);
      sendPage(response, 200, {
        language,
        title: common.logIn,
        body: `<h1>${logInLink.question(escapeHtml(email))}</h1>
<form method="post">${hiddenInputs({ form_token: grantFormToken(response, request) })}<div class="buttons"><button class="main">${common.logIn}</button></div></form>`,
      });
      return null;
    },
    sendError,
  },
  {
    method: 'post',
    path,
    changes: () => 'logInByLink',
    handle(ctx, request, response) {
      const { form, headers, publicUrl } = request;
      // Another site could send a form with a link of its own.
      assertFormToken(readCookie(headers, 'adgate-form', publicUrl), form.form_token);
      return logIn(ctx, request, response);
    },
    sendError,
  },
];

const tokenOf = ({ params }: PageRequest) => params.token ?? '';

async function logIn(
  ctx: RequestContext,
  request: PageRequest,
  response: ServerResponse,
): Promise<{ readonly account: unknown }> {
  const { headers, publicUrl } = request;
  const { sessionId, account } = await logInByLink(ctx, {
    token: tokenOf(request),
    formerId: readSessionCookie(headers, publicUrl),
  });
  response.setHeader('Set-Cookie', formatCookie('adgate-session', sessionId, publicUrl));
  sendRedirect(response, 303, panelPath);
  return { account };
}

/**
 * Says that a person opened the link: the browser names no page that led here, and is neither loading ahead nor asking
 * for the head alone.
 * @see W3C Fetch Metadata Request Headers §2.3
 */
function isOpenedByPerson({ method, headers }: PageRequest): boolean {
  return (
    method === 'GET' && headers['sec-fetch-site'] === 'none' && headers['sec-purpose'] === undefined
  );
}

function sendError(
  response: ServerResponse,
  { code, message, reason }: AppError,
  { language }: PageRequest,
): boolean {
  const { common, logInLink } = pageTexts(language);
  const refused = code === 'FORBIDDEN' ? common.noCookie : message;
  const problem = reason === undefined ? refused : common.suspended(reason);
  const body =
    code === 'VALIDATION_FAILED'
      ? `<h1>${logInLink.oldLink}</h1><p>${logInLink.oldLinkAbout}</p>`
      : `<h1>${logInLink.notWorked}</h1><p class="bad" role="alert">${escapeHtml(problem)}</p>`;
  sendPage(response, response.statusCode, { language, title: common.logIn, body });
  return true;
}
