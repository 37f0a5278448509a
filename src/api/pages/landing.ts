import type { ServerResponse } from 'node:http';
import type { Config } from '../../config';
import { logInPathTo, panelPath, registerPath } from './log-in-path';
import { sendPage } from './page';

/** The page at `/` for somebody who is not logged in. */
export function sendLandingPage(
  response: ServerResponse,
  { hasDemo, allowsRegistration }: Pick<Config, 'hasDemo' | 'allowsRegistration'>,
): void {
  sendPage(response, 200, {
    title: 'Ads for sites, paid on a ledger',
    body: `<h1>Adgate</h1>
<p>This is an ad server. Advertisers put their campaigns on it, publishers ask it for ads for their sites, and publishers
are paid in the native currency of a ledger, view by view.</p>
<p><a class="button" href="${logInPathTo(panelPath)}">Log in</a></p>
${allowsRegistration ? `<p><a href="${registerPath}">Register</a></p>\n` : ''}<ul class="soft">
${hasDemo ? '<li><a href="/demo">A publisher’s page</a> with ads of this server</li>\n' : ''}<li>Programs use <code>/graphql</code> or <code>/api/v2</code> with an access token, which the panel makes for you.</li>
</ul>`,
  });
}

/** Stands in the place of the panel where it has not been built. */
export function sendNotBuiltPage(response: ServerResponse): void {
  sendPage(response, 503, {
    title: 'No panel',
    body: '<h1>The panel is not built</h1><p>Run <code>npm run build</code>, and start the server again.</p>',
  });
}
