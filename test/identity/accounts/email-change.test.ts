import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { reasonToHold } from '../../../src/money/payments/due/payout-rules';
import { createPasswordResetLink } from '../../../src/identity/accounts/password.service';
import { minuteMs } from '../../../src/time';
import { accessToken, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { runCommand } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import type { Payee } from '../../../src/money/payments/due/payee.store';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer, tokenOf } from '../../support/smtp-server';

const password = 'correct horse';
const payoutAddress = 'ads:0001-00000003-AB0C';
const unheld: Payee = {
  accountId: '',
  unpaidSince: null,
  dueSince: null,
  heldReason: null,
  refusedAddress: null,
  refusal: null,
};

let app: TestApp;
let smtp: SmtpServer;
let mongodbUri: string;
beforeAll(async () => {
  ({ app, smtp, mongodbUri } = await startMailApp());
});

let accounts = 0;
const anEmail = () => `mover-${(accounts += 1)}@mail.example`;

async function logIn(email: string, its = password): Promise<string | null> {
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password: its } });
  return body.apiToken ?? null;
}

async function anAccount() {
  const email = anEmail();
  const { id } = await createAccount(app.ctx, { email, password, roles: ['publisher'] });
  return { id, email, token: (await logIn(email))! };
}

/** Runs a mutation. @returns the error's code, or its answer */
async function outcomeOf(mutation: string, token?: string) {
  const { body } = await send(`${app.url}/graphql`, {
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    json: { query: `mutation { done: ${mutation} }` },
  });
  return body.errors?.[0].extensions.code ?? body.data.done;
}
const ask = (token: string, email: string, its?: string) =>
  outcomeOf(
    `requestEmailChange(email: "${email}"${its === undefined ? '' : `, password: "${its}"`})`,
    token,
  );
const confirm = (link: string, its = password) =>
  outcomeOf(`confirmEmailChange(token: "${link}", password: "${its}") { email }`);

const mailedTo = (to: string) => smtp.mails.filter((mail) => mail.to === to);
async function mailsTo(to: string, count = 1) {
  await eventually(() => {
    expect(mailedTo(to).length).toBeGreaterThanOrEqual(count);
  }, 60_000);
  return mailedTo(to);
}
const linkFor = async (to: string) => tokenOf((await mailsTo(to)).at(-1)!);

async function after<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const { now } = app.clock;
  app.clock.now = () => new Date(now().getTime() + ms);
  return work().finally(() => (app.clock.now = now));
}

describe('an email that its owner changes', () => {
  it('counts from the link and the password on, and the former one is told before and after', async () => {
    const { id, email, token } = await anAccount();
    const next = anEmail();
    expect(await ask(token, ` ${next.toUpperCase()} `)).toBe(true);
    const asked = (await mailsTo(email))[0]!;
    expect(asked.text).toContain(next);
    expect(asked.text).not.toContain('/auth/');
    expect((await app.ctx.accounts.findById(id))?.email).toBe(email);
    expect(await confirm(await linkFor(next))).toEqual({ email: next });
    expect((await mailsTo(email, 2))[1]!.subject).toBe('Your email address was changed');
    expect([await logIn(email), typeof (await logIn(next))]).toEqual([null, 'string']);
  });

  it('ends the sessions and the links of the former one, and its own', async () => {
    const { id, email, token } = await anAccount();
    const next = anEmail();
    const reset = (await createPasswordResetLink(app.ctx, id)).split('/').at(-1)!;
    await ask(token, next);
    const link = await linkFor(next);
    expect(await confirm(link)).toEqual({ email: next });
    expect(await outcomeOf('logOut', token)).toBe('UNAUTHENTICATED');
    expect(
      await outcomeOf(
        `resetPassword(input: { token: "${reset}", newPassword: "battery staple" }) { id }`,
      ),
    ).toBe('VALIDATION_FAILED');
    expect(await confirm(link)).toBe('VALIDATION_FAILED');
    const forget = (its: string) => outcomeOf(`requestPasswordReset(input: { email: "${its}" })`);
    expect([await forget(email), await forget(next)]).toEqual([true, true]);
    expect((await mailsTo(next, 2))[1]!.subject).toBe('Set a new password');
    expect(mailedTo(email).map(({ subject }) => subject)).not.toContain('Set a new password');
  });

  it('holds payments for 24 hours', async () => {
    const { id, token } = await anAccount();
    const next = anEmail();
    await ask(token, next);
    await confirm(await linkFor(next));
    const account = { ...(await app.ctx.accounts.findById(id))!, payoutAddress };
    const held = (at: Date) =>
      reasonToHold(account, { payee: unheld, isClaimReplaced: false, ownAddress: '', now: at })
        ?.code ?? null;
    const changedAt = account.emailChangedAt!.getTime();
    expect(held(new Date(changedAt + 24 * 60 * minuteMs - 1))).toBe('email_changed');
    expect(held(new Date(changedAt + 24 * 60 * minuteMs))).toBeNull();
  });

  it('leaves an entry of both steps in the audit log, without the email', async () => {
    const { id, token } = await anAccount();
    const next = anEmail();
    await ask(token, next);
    await confirm(await linkFor(next));
    const entries = await app.ctx.auditEntries.models[0]!.find({
      readerIds: id,
      operation: /EmailChange$/,
    })
      .sort({ at: 1 })
      .lean<{ operation: string; outcome: string }[]>();
    expect(entries.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['requestEmailChange', 'done'],
      ['confirmEmailChange', 'done'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(next);
  });

  it('is asked for in a fresh session or with the password, and by nobody else', async () => {
    const { token } = await anAccount();
    await after(11 * minuteMs, async () => {
      expect(await ask(token, anEmail())).toBe('FORBIDDEN');
      expect(await ask(token, anEmail(), 'wrong')).toBe('VALIDATION_FAILED');
      expect(await ask(token, anEmail(), password)).toBe(true);
    });
    const program = await accessToken(app, { scopes: ['payment.read'] });
    expect(await ask(program, anEmail())).toBe('FORBIDDEN');
  });

  it.each(['nobody', 'a@b@c', `${'x'.repeat(80)}@mail.example`])('is not %s', async (text) => {
    const { token } = await anAccount();
    expect(await ask(token, text)).toBe('VALIDATION_FAILED');
  });

  it('answers the same for one that has an account, whose owner is told', async () => {
    const { token, id, email } = await anAccount();
    const other = await anAccount();
    expect(await ask(token, other.email)).toBe(true);
    const [told] = await mailsTo(other.email);
    expect(told!.subject).toBe('You have an account already');
    expect(told!.text).not.toContain('http');
    expect(await ask(token, anEmail())).toBe('TOO_MANY_REQUESTS');
    expect((await app.ctx.accounts.findById(id))?.email).toBe(email);
  });

  it('is not changed by whoever reads a mail that went astray: the password is asked for', async () => {
    const { token } = await anAccount();
    const astray = anEmail();
    const next = anEmail();
    await ask(token, astray);
    const link = await linkFor(astray);
    expect(await confirm(link, 'wrong')).toBe('VALIDATION_FAILED');
    await after(3 * minuteMs, () => ask(token, next));
    const right = await linkFor(next);
    expect(await confirm(link)).toBe('VALIDATION_FAILED');
    expect(await confirm(right)).toEqual({ email: next });
  });

  it('stays as it is where the password is changed first', async () => {
    const { token } = await anAccount();
    const next = anEmail();
    await ask(token, next);
    const link = await linkFor(next);
    expect(
      await outcomeOf(
        `changePassword(input: { oldPassword: "${password}", newPassword: "battery staple" }) { id }`,
        token,
      ),
    ).toMatchObject({ id: expect.any(String) });
    expect(await confirm(link, 'battery staple')).toBe('VALIDATION_FAILED');
  });

  it('expires a day after it was asked for', async () => {
    const { token } = await anAccount();
    const next = anEmail();
    await ask(token, next);
    const link = await linkFor(next);
    await after(24 * 60 * minuteMs + 1, async () => {
      expect(await confirm(link)).toBe('VALIDATION_FAILED');
    });
  });

  it('goes to one of two that confirm the same one', async () => {
    const [one, two] = [await anAccount(), await anAccount()];
    const next = anEmail();
    await ask(one.token, next);
    await ask(two.token, next);
    const [first, second] = (await mailsTo(next, 2)).map(tokenOf);
    const outcomes = await Promise.all([confirm(first!), confirm(second!)]);
    expect(outcomes).toContainEqual({ email: next });
    expect(outcomes).toContain('CONFLICT');
  });
});

describe('the page behind the link', () => {
  const submit = (link: URL, its: string) =>
    send(String(link), { method: 'POST', body: new URLSearchParams({ password: its }) });

  it('asks for the password, says what is wrong, and changes the email', async () => {
    const { id, token } = await anAccount();
    const next = anEmail();
    await ask(token, next);
    const link = linkOf((await mailsTo(next))[0]!);
    const page = await send(String(link));
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(next)]);
    expect(page.body).not.toContain('<script');
    const wrong = await submit(link, 'wrong');
    expect([wrong.status, wrong.body]).toEqual([
      422,
      expect.stringContaining('The password is wrong.'),
    ]);
    const done = await submit(link, password);
    expect([done.status, done.body]).toEqual([200, expect.stringContaining(next)]);
    expect((await app.ctx.accounts.findById(id))?.email).toBe(next);
    const old = await send(String(link));
    expect([old.status, old.body]).toEqual([422, expect.stringContaining('does not work')]);
  });
});

describe('adgate user email', () => {
  it('gives an account another email, which the former one is told', async () => {
    const { id, email, token } = await anAccount();
    const next = anEmail();
    const run = (whose: string) => runCommand(mongodbUri, ['user', 'email', whose, next]);
    expect(await run(email)).toMatchObject({ exitCode: 0, json: { email: next } });
    expect((await app.ctx.accounts.findById(id))?.email).toBe(next);
    expect(await outcomeOf('logOut', token)).toBe('UNAUTHENTICATED');
    expect(await run((await anAccount()).email)).toMatchObject({ exitCode: 1 });
  });
});

describe('a server that sends no mail', () => {
  it('says so, and refuses', async () => {
    const silent = await startApp();
    const email = anEmail();
    await createAccount(silent.ctx, { email, password, roles: ['publisher'] });
    const { body } = await send(`${silent.url}/auth/login`, { json: { email, password } });
    const query = `mutation { requestEmailChange(email: "${anEmail()}") }`;
    const reply = await sendGraphql(silent, body.apiToken, query);
    expect(reply.body.errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
    const asked = await sendGraphql(silent, null, '{ sendsMail }');
    expect(asked.body.data).toEqual({ sendsMail: false });
  });
});
