import type { ServerResponse } from 'node:http';
import { formTokenOf } from './form-token';
import { logOutForm } from './log-out';
import { describeScope, type Scope } from '../../identity/oauth/scopes';
import type { Language } from '../../language';
import { escapeHtml, hiddenInputs, sendPage, toFormTarget } from './page';
import { codeField } from './second-factor-form';
import { pageTexts } from './texts/page-texts';

/** The facts that the page shows. */
interface Consent {
  readonly clientName: string;
  readonly redirectUri: string;
  readonly accountEmail: string | null;
  readonly scopes: readonly { readonly name: Scope }[];
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
  form: {
    readonly sessionId: string;
    readonly members: Readonly<Record<string, string>>;
    readonly language: Language;
    /** True: the consent takes a code of the second factor. */
    readonly asksForCode: boolean;
  },
): void {
  const { language } = form;
  const { consent } = pageTexts(language);
  const client = escapeHtml(clientName);
  const { host, protocol } = new URL(redirectUri);
  const target = escapeHtml(/^https?:$/.test(protocol) ? host : protocol.slice(0, -1));
  const items = scopes.map(
    ({ name }) =>
      `<li>${escapeHtml(describeScope(name, language))} <span class="soft">(${escapeHtml(name)})</span></li>`,
  );
  const otherAccount = {
    label: consent.otherAccount,
    returnPath: `/auth/authorize?${new URLSearchParams(form.members).toString()}`,
  };
  sendPage(response, 200, {
    language,
    title: consent.title(clientName),
    formTarget: toFormTarget(redirectUri),
    body: `<h1>${consent.heading(client)}</h1>
<p>${consent.about}</p>
<ul>${items.join('')}</ul>
<p class="soft">${consent.target(target)}</p>
<form method="post" action="/auth/authorize">${hiddenInputs({ ...form.members, form_token: formTokenOf(form.sessionId) })}
${form.asksForCode ? codeField(language, { problem: null, isRequired: false }) : ''}
<div class="buttons"><button name="decision" value="deny">${consent.refuse}</button><button class="main" name="decision" value="approve">${consent.allow}</button></div>
</form>
<p class="soft">${consent.loggedInAs(escapeHtml(accountEmail ?? consent.userWithoutEmail))}</p>
${logOutForm(form.sessionId, otherAccount)}`,
  });
}
