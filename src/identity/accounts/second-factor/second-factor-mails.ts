import type { Mail } from '../../../platform/mail/mailer';

const otherwise =
  'If it was not you, set a new password at once, and tell the operator of this server.';

/** For somebody whose log-ins ask for a code from now on. */
export function secondFactorOnMail(to: string): Mail {
  return {
    to,
    subject: 'Your second factor was turned on',
    text: `Logging in to your account takes a code of your authenticator app from now on. Keep the recovery codes where you find them without it.\n\n${otherwise}\n`,
  };
}

/** For somebody whose log-ins ask for the password alone from now on. */
export function secondFactorOffMail(to: string): Mail {
  return {
    to,
    subject: 'Your second factor was turned off',
    text: `Logging in to your account takes the password alone from now on.\n\n${otherwise}\n`,
  };
}

/** For somebody whose second factor the operator took away. @param goodFrom when the account is paid again */
export function secondFactorResetMail(to: string, { goodFrom }: { readonly goodFrom: Date }): Mail {
  return {
    to,
    subject: 'Your second factor was reset',
    text: `The operator of this server has taken the second factor from your account: logging in takes the password alone from now on, and all sessions have ended. Nothing is paid before ${goodFrom.toISOString()}.\n\nIf you did not ask for it, tell the operator at once.\n`,
  };
}
