import type { ServerResponse } from 'node:http';
import { formTokenOf } from './form-token';
import { logOutForm } from './log-out';
import { escapeHtml, hiddenInputs, sendPage, toFormTarget } from './page';

/** The facts that the page shows. */
interface Consent {
  readonly clientName: string;
  readonly redirectUri: string;
  readonly accountEmail: string | null;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/**
 * Asks a person whether a client may have what it asks for.
 *
 * @param form.sessionId the session that the answer must come from
 * @param form.members the request, which comes back with the answer
 */
export function sendConsentPage(
  response: ServerResponse,
  { accountEmail, clientName, redirectUri, scopes }: Consent,
  form: { readonly sessionId: string; readonly members: Readonly<Record<string, string>> },
): void {
  const client = escapeHtml(clientName);
  const { host, protocol } = new URL(redirectUri);
  const target = escapeHtml(/^https?:$/.test(protocol) ? host : protocol.slice(0, -1));
  const items = scopes.map(
    ({ description, name }) =>
      `<li>${escapeHtml(description)} <span class="soft">(${escapeHtml(name)})</span></li>`,
  );
  const otherAccount = {
    label: 'Use another account',
    returnPath: `/auth/authorize?${new URLSearchParams(form.members).toString()}`,
  };
  sendPage(response, 200, {
    title: `Access for ${clientName}`,
    formTarget: toFormTarget(redirectUri),
    body: `<h1>${client} asks for access to your account</h1>
<p>It would be able to:</p>
<ul>${items.join('')}</ul>
<p class="soft">Afterwards you are sent to <strong>${target}</strong>. Allow it only if you came from there.</p>
<form method="post" action="/auth/authorize">${hiddenInputs({ ...form.members, form_token: formTokenOf(form.sessionId) })}
<div class="buttons"><button name="decision" value="deny">Refuse</button><button class="main" name="decision" value="approve">Allow</button></div>
</form>
<p class="soft">You are logged in as ${escapeHtml(accountEmail ?? 'a user without an email')}.</p>
${logOutForm(form.sessionId, otherAccount)}`,
  });
}
