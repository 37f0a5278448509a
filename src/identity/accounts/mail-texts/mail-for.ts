import type { Language } from '../../../language';
import type { Addressee } from '../../../platform/mail/addressee';
import type { Mail } from '../../../platform/mail/mailer';
import { germanAccountMails } from './de';
import { type AccountMailTexts, englishAccountMails } from './en';

const texts: Readonly<Record<Language, AccountMailTexts>> = {
  en: englishAccountMails,
  de: germanAccountMails,
};

/** Writes a mail in the language of whom it is for. */
export function mailFor(
  { email, language }: Addressee,
  write: (
    texts: AccountMailTexts,
    language: Language,
  ) => { readonly subject: string; readonly text: string },
): Mail {
  const spoken = language ?? 'en';
  return { to: email, ...write(texts[spoken], spoken) };
}
