import { formatAmount } from '../../amount';
import type { Language } from '../../language';
import type { Addressee } from '../../platform/mail/addressee';
import type { Mail } from '../../platform/mail/mailer';
import { writeNumber } from '../../platform/mail/writing';
import type { Withdrawal } from './withdrawal';

interface MailText {
  readonly subject: string;
  readonly text: (about: Readonly<Record<'amount' | 'address' | 'link', string>>) => string;
}

const texts: Readonly<Record<Language, MailText>> = {
  en: {
    subject: 'Confirm your withdrawal',
    text: ({ amount, address, link }) =>
      `Somebody wants to withdraw ${amount} coins from your account to\n\n${address}\n\nIf that was you, confirm it here:\n\n${link}\n\nThe link works once, for 24 hours. If it was not you, do nothing: the coins stay yours. Then set a new password: whoever it was is logged in as you.\n`,
  },
  de: {
    subject: 'Bestätigen Sie Ihre Auszahlung',
    text: ({ amount, address, link }) =>
      `Jemand möchte ${amount} Coins von Ihrem Konto auszahlen lassen an\n\n${address}\n\nWenn Sie das waren, bestätigen Sie es hier:\n\n${link}\n\nDer Link gilt einmal, 24 Stunden lang. Wenn nicht, bestätigen Sie nichts: Die Coins bleiben Ihre. Setzen Sie dann ein neues Passwort: Wer es auch war, ist als Sie angemeldet.\n`,
  },
};

/** For somebody who withdraws funds, or whose session somebody else has. */
export function withdrawalMail(
  { email, language }: Addressee,
  { withdrawal, link }: { readonly withdrawal: Withdrawal; readonly link: string },
): Mail {
  const spoken = language ?? 'en';
  const { subject, text } = texts[spoken];
  const { address } = withdrawal;
  const amount = writeNumber(spoken, formatAmount(withdrawal.amount));
  return { to: email, subject, text: text({ amount, address, link }) };
}
