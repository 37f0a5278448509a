import type { ServerResponse } from 'node:http';
import { formatEndedSession, readSessionCookie } from '../../identity/accounts/session-cookie';
import { logOutBrowser } from '../../identity/accounts/session.service';
import { assertFormToken, formTokenOf } from './form-token';
import { logInPath, logInPathTo, readReturnPath } from './page-paths';
import { escapeHtml, hiddenInputs, sendPage, sendRedirect } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts } from './texts/page-texts';

const logOutPath = '/auth/log-out';

/** Ends a browser's session; programs use `POST /auth/logout`. */
export const logOutPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: logOutPath,
    handle(_ctx, { headers, language, publicUrl }, response) {
      const { logOut } = pageTexts(language);
      const sessionId = readSessionCookie(headers, publicUrl);
      if (sessionId === null) sendLoggedOut(response, language);
      else
        sendPage(response, 200, {
          language,
          title: logOut.logOut,
          body: `<h1>${logOut.question}</h1>${logOutForm(sessionId, { label: logOut.logOut })}`,
        });
    },
  },
  {
    method: 'post',
    path: logOutPath,
    // Only tells whose session it was: the form proves itself.
    sessionCookie: 'ofOurPages',
    changes: ({ headers, publicUrl }) =>
      readSessionCookie(headers, publicUrl) === null ? null : 'logOut',
    async handle(ctx, { form, headers, language, publicUrl }, response) {
      const sessionId = readSessionCookie(headers, publicUrl);
      // A request without the cookie ends nothing: a form of another site comes without it.
      if (sessionId !== null) {
        assertFormToken(sessionId, form.form_token);
        await logOutBrowser(ctx, sessionId);
        response.setHeader('Set-Cookie', formatEndedSession(publicUrl));
      }
      const returnPath = readReturnPath(form.return_to);
      if (returnPath === null) sendLoggedOut(response, language);
      else sendRedirect(response, 303, logInPathTo(returnPath));
    },
    sendError(response, error, { language }) {
      const { common, logOut } = pageTexts(language);
      const message = error.code === 'FORBIDDEN' ? logOut.somebodyElse : error.message;
      sendPage(response, response.statusCode, {
        language,
        title: common.doesNotWork,
        body: `<h1>${logOut.notLoggedOut}</h1><p class="bad" role="alert">${escapeHtml(message)}</p>`,
      });
      return true;
    },
  },
];

function sendLoggedOut(response: ServerResponse, language: PageRequest['language']): void {
  const { common, logOut } = pageTexts(language);
  sendPage(response, 200, {
    language,
    title: logOut.loggedOut,
    body: `<h1>${logOut.loggedOut}</h1><p><a href="${logInPath}">${common.logIn}</a></p>`,
  });
}

/**
 * A button that ends the session of the page that it stands in.
 *
 * @param button.returnPath where to go on, after another log-in; default: nowhere
 */
export function logOutForm(
  sessionId: string,
  button: { readonly label: string; readonly returnPath?: string },
): string {
  const hidden = { form_token: formTokenOf(sessionId), return_to: button.returnPath };
  return `<form method="post" action="${logOutPath}">${hiddenInputs(hidden)}
<div class="buttons"><button>${escapeHtml(button.label)}</button></div>
</form>`;
}
