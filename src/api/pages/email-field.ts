import { maxEmailLength } from '../../identity/accounts/email';
import type { Language } from '../../language';
import { escapeHtml } from './page';
import type { PageRequest } from './page-route';
import { pageTexts } from './texts/page-texts';

/** The field for an email, with the email of the form before. */
export function emailField(language: Language, form: PageRequest['form']): string {
  const { common } = pageTexts(language);
  const typed = escapeHtml(typedEmail(form) ?? '');
  return `<label>${common.email} <input name="email" type="email" autocomplete="username" required maxlength="${maxEmailLength}" value="${typed}"></label>`;
}

/** The email of a form, as far as an email may go; null without one. */
export function typedEmail({ email }: PageRequest['form']): string | null {
  return typeof email === 'string' ? email.slice(0, maxEmailLength) : null;
}
