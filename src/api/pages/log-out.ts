import { formatEndedSession, readSessionCookie } from '../../identity/accounts/session-cookie';
import { logOutBrowser } from '../../identity/accounts/session.service';
import { assertFormToken, formTokenOf } from './form-token';
import { logInPath, logInPathTo, readReturnPath } from './log-in-path';
import { escapeHtml, hiddenInputs, sendPage, sendRedirect } from './page';
import type { PageRoute } from './page-route';

const logOutPath = '/auth/log-out';

const loggedOut = {
  title: 'Logged out',
  body: `<h1>You are logged out</h1><p><a href="${logInPath}">Log in</a></p>`,
};

/** Ends a browser's session; programs use `POST /auth/logout`. */
export const logOutPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: logOutPath,
    handle(_ctx, { headers, publicUrl }, response) {
      const sessionId = readSessionCookie(headers, publicUrl);
      if (sessionId === null) sendPage(response, 200, loggedOut);
      else
        sendPage(response, 200, {
          title: 'Log out',
          body: `<h1>Log out of this browser?</h1>${logOutForm(sessionId, { label: 'Log out' })}`,
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
    async handle(ctx, { form, headers, publicUrl }, response) {
      const sessionId = readSessionCookie(headers, publicUrl);
      // A request without the cookie ends nothing: a form of another site comes without it.
      if (sessionId !== null) {
        assertFormToken(sessionId, form.form_token);
        await logOutBrowser(ctx, sessionId);
        response.setHeader('Set-Cookie', formatEndedSession(publicUrl));
      }
      const returnPath = readReturnPath(form.return_to);
      if (returnPath === null) sendPage(response, 200, loggedOut);
      else sendRedirect(response, 303, logInPathTo(returnPath));
    },
    sendError(response, error) {
      const message =
        error.code === 'FORBIDDEN'
          ? 'Somebody has logged in here since. Load the page again.'
          : error.message;
      sendPage(response, response.statusCode, {
        title: 'This does not work',
        body: `<h1>You are not logged out</h1><p class="bad" role="alert">${escapeHtml(message)}</p>`,
      });
      return true;
    },
  },
];

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
