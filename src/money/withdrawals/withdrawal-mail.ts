import { formatAmount } from '../../amount';
import type { Mail } from '../../platform/mail/mailer';
import type { Withdrawal } from './withdrawal';

/** For somebody who withdraws funds, or whose session somebody else has. */
export function withdrawalMail(
  to: string,
  { withdrawal, link }: { readonly withdrawal: Withdrawal; readonly link: string },
): Mail {
  const { amount, address } = withdrawal;
  return {
    to,
    subject: 'Confirm your withdrawal',
    text: `Somebody wants to withdraw ${formatAmount(amount)} coins from your account to\n\n${address}\n\nIf that was you, confirm it here:\n\n${link}\n\nThe link works once, for 24 hours. If it was not you, do nothing: the coins stay yours. Then set a new password: whoever it was is logged in as you.\n`,
  };
}
