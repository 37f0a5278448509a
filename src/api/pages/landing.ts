import type { ServerResponse } from 'node:http';
import type { Config } from '../../config';
import { logInPathTo, panelPath, registerPath } from './page-paths';
import type { Language } from '../../language';
import { sendPage } from './page';
import { pageTexts } from './texts/page-texts';

/** The page at `/` for somebody who is not logged in. */
export function sendLandingPage(
  response: ServerResponse,
  language: Language,
  { hasDemo, allowsRegistration }: Pick<Config, 'hasDemo' | 'allowsRegistration'>,
): void {
  const { common, landing, logIn } = pageTexts(language);
  sendPage(response, 200, {
    language,
    title: landing.title,
    body: `<h1>${landing.title}</h1>
<p>${landing.about}</p>
<p><a class="button" href="${logInPathTo(panelPath)}">${common.logIn}</a></p>
${allowsRegistration ? `<p><a href="${registerPath}">${logIn.register}</a></p>\n` : ''}<ul class="soft">
${hasDemo ? `<li>${landing.demo}</li>\n` : ''}<li>${landing.programs}</li>
</ul>`,
  });
}

/** Stands in the place of the panel where it has not been built. */
export function sendNotBuiltPage(response: ServerResponse, language: Language): void {
  const { notBuiltTitle: title, notBuilt, notBuiltAbout } = pageTexts(language).landing;
  const body = `<h1>${notBuilt}</h1><p>${notBuiltAbout}</p>`;
  sendPage(response, 503, { language, title, body });
}
