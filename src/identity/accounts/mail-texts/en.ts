const lifetime = 'The link works once, for 24 hours.';
const otherwise =
  'If it was not you, set a new password at once, and tell the operator of this server.';

/** Mails of accounts. Texts take a link, an address or a moment that is written out already. */
export const englishAccountMails = {
  confirmation: {
    subject: 'Confirm your email address',
    text: (link: string) =>
      `Somebody registered an account with this email address. If that was you, confirm it here:\n\n${link}\n\n${lifetime} If it was not you, do nothing: the account stays closed.\n`,
  },
  invitation: {
    subject: 'You are invited',
    text: (link: string) =>
      `The operator has made an account for this email address. Set your password and your name here:\n\n${link}\n\n${lifetime} If you do not want it, do nothing: the account stays closed.\n`,
  },
  passwordReset: {
    subject: 'Set a new password',
    text: (link: string) =>
      `Somebody asked for a new password for your account. If that was you, set it here:\n\n${link}\n\n${lifetime} If it was not you, do nothing: your password stays as it is.\n`,
  },
  alreadyRegistered: {
    subject: 'You have an account already',
    text: (link: string) =>
      `Somebody wanted to register this email address, which has an account. If that was you, log in, or set a new password here:\n\n${link}\n\n${lifetime} If it was not you, do nothing: nothing has changed.\n`,
  },
  emailChange: {
    subject: 'Confirm your new email address',
    text: (link: string) =>
      `Somebody wants to log in with this email address from now on. If that was you, confirm it here with your password:\n\n${link}\n\n${lifetime} If it was not you, do nothing: the account keeps the address that it has.\n`,
  },
  emailTaken: {
    subject: 'You have an account already',
    text: () =>
      'Somebody wanted to log in to another account with this email address, which has an account of its own. If that was you, log in with it, or choose another address. If it was not you, do nothing: nothing has changed.\n',
  },
  emailChangeAsked: {
    subject: 'Your email address is to be changed',
    text: (newEmail: string) =>
      `Somebody who is logged in to your account wants to log in with another email address from now on:\n\n${newEmail}\n\nIt counts once it is confirmed there, with your password. If it was not you, change your password at once: that ends it.\n`,
  },
  emailChanged: {
    subject: 'Your email address was changed',
    text: (newEmail: string, goodFrom: string) =>
      `Your account has another email address from now on:\n\n${newEmail}\n\nThis address neither logs in nor gets mail of the account any more, and all sessions have ended. Nothing is paid before ${goodFrom}. If it was not you who changed it, tell the operator of this server at once.\n`,
  },
  payoutAddressChanged: {
    subject: 'Your payout address was changed',
    text: (address: string, goodFrom: string) =>
      `Your account is paid at another address from now on:\n\n${address}\n\nNothing is paid before ${goodFrom}. If it was not you who changed it, set a new password at once, then set your own address again, or ask the operator to hold your payments.\n`,
  },
  secondFactorOn: {
    subject: 'Your second factor was turned on',
    text: () =>
      `Logging in to your account takes a code of your authenticator app from now on. Keep the recovery codes where you find them without it.\n\n${otherwise}\n`,
  },
  secondFactorOff: {
    subject: 'Your second factor was turned off',
    text: () =>
      `Logging in to your account takes the password alone from now on.\n\n${otherwise}\n`,
  },
  secondFactorReset: {
    subject: 'Your second factor was reset',
    text: (goodFrom: string) =>
      `The operator of this server has taken the second factor from your account: logging in takes the password alone from now on, and all sessions have ended. Nothing is paid before ${goodFrom}.\n\nIf you did not ask for it, tell the operator at once.\n`,
  },
};

export type AccountMailTexts = typeof englishAccountMails;
