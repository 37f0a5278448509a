import type { Addressee } from '../../../platform/mail/addressee';
import type { Mail } from '../../../platform/mail/mailer';
import { writeTime } from '../../../platform/mail/writing';
import { mailFor } from './mail-for';

/** For somebody who registered, or says so. */
export const confirmationMail = (to: Addressee, link: string): Mail =>
  mailFor(to, ({ confirmation: { subject, text } }) => ({ subject, text: text(link) }));

/** For somebody whom the operator invites. */
export const invitationMail = (to: Addressee, link: string): Mail =>
  mailFor(to, ({ invitation: { subject, text } }) => ({ subject, text: text(link) }));

/** For somebody who has forgotten the password, or says so. */
export const passwordResetMail = (to: Addressee, link: string): Mail =>
  mailFor(to, ({ passwordReset: { subject, text } }) => ({ subject, text: text(link) }));

/** For the owner of an email that somebody wanted to register again. */
export const alreadyRegisteredMail = (to: Addressee, link: string): Mail =>
  mailFor(to, ({ alreadyRegistered: { subject, text } }) => ({ subject, text: text(link) }));

/** For the new email of an account. */
export const emailChangeMail = (to: Addressee, link: string): Mail =>
  mailFor(to, ({ emailChange: { subject, text } }) => ({ subject, text: text(link) }));

/** For the owner of an email that somebody wanted for another account. */
export const emailTakenMail = (to: Addressee): Mail =>
  mailFor(to, ({ emailTaken: { subject, text } }) => ({ subject, text: text() }));

/** For an account's owner, at the email that it has, when another one is asked for. */
export const emailChangeAskedMail = (to: Addressee, newEmail: string): Mail =>
  mailFor(to, ({ emailChangeAsked: { subject, text } }) => ({ subject, text: text(newEmail) }));

/** For the email that an account had. @param goodFrom when it is paid again */
export const emailChangedMail = (
  to: Addressee,
  { newEmail, goodFrom }: { readonly newEmail: string; readonly goodFrom: Date },
): Mail =>
  mailFor(to, ({ emailChanged: { subject, text } }, language) => ({
    subject,
    text: text(newEmail, writeTime(language, goodFrom)),
  }));

/** For somebody whose money goes elsewhere from now on. @param goodFrom when it begins to */
export const payoutAddressChangedMail = (
  to: Addressee,
  { address, goodFrom }: { readonly address: string; readonly goodFrom: Date },
): Mail =>
  mailFor(to, ({ payoutAddressChanged: { subject, text } }, language) => ({
    subject,
    text: text(address, writeTime(language, goodFrom)),
  }));
