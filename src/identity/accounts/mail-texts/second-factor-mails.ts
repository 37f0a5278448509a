import type { Addressee } from '../../../platform/mail/addressee';
import type { Mail } from '../../../platform/mail/mailer';
import { writeTime } from '../../../platform/mail/writing';
import { mailFor } from './mail-for';

/** For somebody whose log-ins ask for a code from now on. */
export const secondFactorOnMail = (to: Addressee): Mail =>
  mailFor(to, ({ secondFactorOn: { subject, text } }) => ({ subject, text: text() }));

/** For somebody whose log-ins ask for the password alone from now on. */
export const secondFactorOffMail = (to: Addressee): Mail =>
  mailFor(to, ({ secondFactorOff: { subject, text } }) => ({ subject, text: text() }));

/** For somebody whose second factor the operator took away. @param goodFrom when the account is paid again */
export const secondFactorResetMail = (
  to: Addressee,
  { goodFrom }: { readonly goodFrom: Date },
): Mail =>
  mailFor(to, ({ secondFactorReset: { subject, text } }, language) => ({
    subject,
    text: text(writeTime(language, goodFrom)),
  }));
