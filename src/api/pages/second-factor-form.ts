import type { Language } from '../../language';
import { escapeHtml } from './page';
import { pageTexts } from './texts/page-texts';

/** The field for a code, with the problem of the one before. */
export function codeField(
  language: Language,
  { problem, isRequired }: { readonly problem: string | null; readonly isRequired: boolean },
): string {
  const { secondFactor } = pageTexts(language);
  const alert = problem === null ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>\n`;
  return `${alert}<p>${secondFactor.about}</p>
<label>${secondFactor.code} <input name="otp" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40"${isRequired ? ' required autofocus' : ''}></label>`;
}
