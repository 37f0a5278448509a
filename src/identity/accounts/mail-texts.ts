import type { Mail } from '../../platform/mail/mailer';

const lifetime = 'The link works once, for 24 hours.';

/** For somebody who registered, or says so. */
export function confirmationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your email address',
    text: `Somebody registered an account with this email address. If that was you, confirm it here:\n\n${link}\n\n${lifetime} If it was not you, do nothing: the account stays closed.\n`,
  };
}

/** For somebody who has forgotten the password, or says so. */
export function passwordResetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Set a new password',
    text: `Somebody asked for a new password for your account. If that was you, set it here:\n\n${link}\n\n${lifetime} If it was not you, do nothing: your password stays as it is.\n`,
  };
}

/** For the owner of an email that somebody wanted to register again. */
export function alreadyRegisteredMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'You have an account already',
    text: `Somebody wanted to register this email address, which has an account. If that was you, log in, or set a new password here:\n\n${link}\n\n${lifetime} If it was not you, do nothing: nothing has changed.\n`,
  };
}

/** For somebody whose money goes elsewhere from now on. @param goodFrom when it begins to */
export function payoutAddressChangedMail(
  to: string,
  { address, goodFrom }: { readonly address: string; readonly goodFrom: Date },
): Mail {
  return {
    to,
    subject: 'Your payout address was changed',
    text: `Your account is paid at another address from now on:\n\n${address}\n\nNothing is paid before ${goodFrom.toISOString()}. If it was not you who changed it, set a new password at once, then set your own address again, or ask the operator to hold your payments.\n`,
  };
}
