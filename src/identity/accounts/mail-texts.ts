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

/** For somebody whom the operator invites. */
export function invitationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'You are invited',
    text: `The operator has made an account for this email address. Set your password and your name here:\n\n${link}\n\n${lifetime} If you do not want it, do nothing: the account stays closed.\n`,
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

/** For the new email of an account. */
export function emailChangeMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your new email address',
    text: `Somebody wants to log in with this email address from now on. If that was you, confirm it here with your password:\n\n${link}\n\n${lifetime} If it was not you, do nothing: the account keeps the address that it has.\n`,
  };
}

/** For the owner of an email that somebody wanted for another account. */
export function emailTakenMail(to: string): Mail {
  return {
    to,
    subject: 'You have an account already',
    text: `Somebody wanted to log in to another account with this email address, which has an account of its own. If that was you, log in with it, or choose another address. If it was not you, do nothing: nothing has changed.\n`,
  };
}

/** For an account's owner, at the email that it has, when another one is asked for. */
export function emailChangeAskedMail(to: string, newEmail: string): Mail {
  return {
    to,
    subject: 'Your email address is to be changed',
    text: `Somebody who is logged in to your account wants to log in with another email address from now on:\n\n${newEmail}\n\nIt counts once it is confirmed there, with your password. If it was not you, change your password at once: that ends it.\n`,
  };
}

/** For the email that an account had. @param goodFrom when it is paid again */
export function emailChangedMail(
  to: string,
  { newEmail, goodFrom }: { readonly newEmail: string; readonly goodFrom: Date },
): Mail {
  return {
    to,
    subject: 'Your email address was changed',
    text: `Your account has another email address from now on:\n\n${newEmail}\n\nThis address neither logs in nor gets mail of the account any more, and all sessions have ended. Nothing is paid before ${goodFrom.toISOString()}. If it was not you who changed it, tell the operator of this server at once.\n`,
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
