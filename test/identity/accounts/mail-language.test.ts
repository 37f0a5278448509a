import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  alreadyRegisteredMail,
  confirmationMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeMail,
  emailTakenMail,
  invitationMail,
  passwordResetMail,
  payoutAddressChangedMail,
} from '../../../src/identity/accounts/mail-texts/account-mails';
import {
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from '../../../src/identity/accounts/mail-texts/second-factor-mails';
import type { Addressee } from '../../../src/platform/mail/addressee';
import type { Mail } from '../../../src/platform/mail/mailer';
import type { Withdrawal } from '../../../src/money/withdrawals/withdrawal';
import { withdrawalMail } from '../../../src/money/withdrawals/withdrawal-mail';
import { logIn, send } from '../../support/app';
import { type MailApp, startMailApp } from '../../support/mail-app';

const link = 'https://ads.example/<b>&"x';
const goodFrom = new Date('2026-05-01T12:00:00Z');
const english = '1 May 2026 at 12:00 UTC';
const german = '1. Mai 2026 um 12:00 UTC';
const withdrawal: Withdrawal = {
  ...{ id: 'w', accountId: 'a', reference: 'r', amount: 123456_000_000_000n, address: 'ads:1' },
  step: 'unconfirmed',
  ...{ requestedAt: goodFrom, tokenHash: null, expiresAt: goodFrom },
  ...{ approvedAt: null, endedAt: null, reason: null },
};

const mails: readonly (readonly [
  (to: Addressee) => Mail,
  english: readonly [subject: string, part: string],
  german: readonly [subject: string, part: string],
])[] = [
  [
    (to) => confirmationMail(to, link),
    ['Confirm your email address', link],
    ['Bestätigen Sie Ihre E-Mail-Adresse', link],
  ],
  [(to) => invitationMail(to, link), ['You are invited', link], ['Sie sind eingeladen', link]],
  [
    (to) => passwordResetMail(to, link),
    ['Set a new password', link],
    ['Neues Passwort setzen', link],
  ],
  [
    (to) => alreadyRegisteredMail(to, link),
    ['You have an account already', link],
    ['Sie haben schon ein Konto', link],
  ],
  [
    (to) => emailChangeMail(to, link),
    ['Confirm your new email address', link],
    ['Bestätigen Sie Ihre neue E-Mail-Adresse', link],
  ],
  [
    (to) => emailTakenMail(to),
    ['You have an account already', 'another'],
    ['Sie haben schon ein Konto', 'andere'],
  ],
  [
    (to) => emailChangeAskedMail(to, 'n@e.example'),
    ['Your email address is to be changed', 'n@e.example'],
    ['Ihre E-Mail-Adresse soll geändert werden', 'n@e.example'],
  ],
  [
    (to) => emailChangedMail(to, { newEmail: 'n@e.example', goodFrom }),
    ['Your email address was changed', english],
    ['Ihre E-Mail-Adresse wurde geändert', german],
  ],
  [
    (to) => payoutAddressChangedMail(to, { address: 'ads:1', goodFrom }),
    ['Your payout address was changed', english],
    ['Ihre Auszahlungsadresse wurde geändert', german],
  ],
  [
    secondFactorOnMail,
    ['Your second factor was turned on', 'authenticator'],
    ['Ihr zweiter Faktor wurde eingeschaltet', 'Authenticator'],
  ],
  [
    secondFactorOffMail,
    ['Your second factor was turned off', 'alone'],
    ['Ihr zweiter Faktor wurde ausgeschaltet', 'genügt'],
  ],
  [
    (to) => secondFactorResetMail(to, { goodFrom }),
    ['Your second factor was reset', english],
    ['Ihr zweiter Faktor wurde zurückgesetzt', german],
  ],
  [
    (to) => withdrawalMail(to, { withdrawal, link }),
    ['Confirm your withdrawal', '1,234.56 coins'],
    ['Bestätigen Sie Ihre Auszahlung', '1.234,56 Coins'],
  ],
];

it.each(mails)('mail %# is in the language of its account', (write, inEnglish, inGerman) => {
  const email = 'a@b.example';
  for (const [language, [subject, part]] of [
    [null, inEnglish],
    ['en', inEnglish],
    ['de', inGerman],
  ] as const) {
    const mail = write({ email, language });
    expect([mail.to, mail.subject]).toEqual([email, subject]);
    expect(mail.text).toContain(part);
  }
});

describe('the language of an account', () => {
  let mailApp: MailApp;
  const password = 'correct horse battery';
  beforeAll(async () => {
    mailApp = await startMailApp({ ADGATE_REGISTRATION: '1' });
  });

  const ask = async (query: string, headers: Readonly<Record<string, string>> = {}) =>
    (await send(`${mailApp.app.url}/graphql`, { json: { query }, headers })).body;

  const subjectOf = async (query: string, email: string, headers = {}) => {
    const before = mailApp.smtp.mails.length;
    expect((await ask(query, headers)).errors).toBeUndefined();
    await mailApp.smtp.received(before + 1);
    return mailApp.smtp.mails.findLast(({ to }) => to.includes(email))?.subject;
  };

  it.each([
    ['de-AT, en;q=0.5', '=?UTF-8?Q?Best=C3=A4tigen_Sie_Ihre_E-Mail-Adresse?=', 'de'],
    ['fr, en;q=0.5', 'Confirm your email address', 'en'],
    ['fr', 'Confirm your email address', 'en'],
  ])('is what who registers speaks: %s', async (accepted, subject, language) => {
    const email = `${accepted.slice(0, 2)}${accepted.length}@language.example`;
    const query = `mutation { registerAccount(input: { email: "${email}", password: "${password}" }) }`;
    expect(await subjectOf(query, email, { 'Accept-Language': accepted })).toBe(subject);
    expect((await mailApp.app.ctx.accounts.findByEmail(email))?.language).toBe(language);
  });

  it('is English where none was said, and what is chosen from then on', async () => {
    const token = await logIn(mailApp.app, 'publisher');
    const headers = { Authorization: `Bearer ${token}` };
    const { viewer } = (await ask('{ viewer { id email language } }', headers)).data;
    expect(viewer.language).toBeNull();
    const reset = `mutation { requestPasswordReset(input: { email: "${viewer.email}" }) }`;
    const spoken = { 'Accept-Language': 'de' };
    expect(await subjectOf(reset, viewer.email, spoken)).toBe('Set a new password');
    const choose = 'mutation { setAccountLanguage(language: de) { language } }';
    expect((await ask(choose, headers)).data.setAccountLanguage).toEqual({ language: 'de' });
    await mailApp.app.ctx.mailTokens.deleteAllOf(viewer.id);
    expect(await subjectOf(reset, viewer.email)).toBe('Neues Passwort setzen');
  });
});
