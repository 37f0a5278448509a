import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer } from '../../support/smtp-server';

const password = 'correct horse';

let app: TestApp;
let smtp: SmtpServer;
let operator: string;
beforeAll(async () => {
  ({ app, smtp } = await startMailApp({ ADGATE_REGISTRATION: '1' }));
  operator = await logIn(app, 'operator');
});

const invite = async (email: string, of = app, token = operator) => {
  const query = `mutation { inviteAccount(email: "${email}", roles: [publisher]) { link isMailed account { id roles hasPassword } } }`;
  const { body } = await sendGraphql(of, token, query);
  return { made: body.data?.inviteAccount, error: body.errors?.[0].extensions };
};
const submit = (link: string, members: Readonly<Record<string, string>>) =>
  send(link, { method: 'POST', body: new URLSearchParams(members) });
const tryLogIn = (email: string, of = app) =>
  send(`${of.url}/auth/login`, { json: { email, password } });

describe('an invitation', () => {
  it('makes an account whose owner sets password, name and company by the link of a mail', async () => {
    const email = 'guest@invited.example';
    const { made } = await invite(email.toUpperCase());
    expect(made).toMatchObject({
      isMailed: true,
      account: { roles: ['publisher'], hasPassword: false },
    });
    const mail = await smtp.received(1);
    expect(mail).toMatchObject({ to: email, subject: 'You are invited' });
    expect(linkOf(mail).href).toBe(made.link);
    expect((await tryLogIn(email)).status).toBe(422);
    const holder = { name: ' Grace Hopper ', company: 'Navy' };
    expect((await submit(made.link, { password: 'short', ...holder })).status).toBe(422);
    expect((await submit(made.link, { password, ...holder })).status).toBe(200);
    expect((await tryLogIn(email)).status).toBe(200);
    const account = await app.ctx.accounts.findByEmail(email);
    expect(account).toMatchObject({ name: 'Grace Hopper', company: 'Navy', hasPassword: true });
    expect((await submit(made.link, { password, ...holder })).status).toBe(403);
  });

  it('is made again while it waits, which ends the link before, and never for somebody who is here', async () => {
    const email = 'slow@invited.example';
    const first = await invite(email);
    const second = await invite(email);
    expect(second.made.account.id).toBe(first.made.account.id);
    const members = { password, name: 'Slow' };
    expect((await submit(first.made.link, members)).status).toBe(403);
    expect((await submit(second.made.link, members)).status).toBe(200);
    expect((await invite(email)).error.code).toBe('CONFLICT');
    expect((await invite('no email')).error.details).toHaveProperty('email');
  });

  it('is handed over where the server sends no mail', async () => {
    const quiet = await startApp();
    const { made } = await invite('here@invited.example', quiet, await logIn(quiet, 'operator'));
    expect(made.isMailed).toBe(false);
    expect((await submit(made.link, { password, name: 'Here' })).status).toBe(200);
    expect((await tryLogIn('here@invited.example', quiet)).status).toBe(200);
  });
});

describe('a registration without a password', () => {
  it('is opened by the mail alone, which comes again when somebody registers again', async () => {
    const email = 'new@invited.example';
    const query = `mutation { registerAccount(input: { email: "${email}" }) }`;
    const register = () => sendGraphql(app, null, query);
    const mails = () => smtp.mails.filter(({ to }) => to.includes(email));
    const before = smtp.mails.length;
    expect((await register()).body.data).toEqual({ registerAccount: true });
    await smtp.received(before + 1);
    expect((await tryLogIn(email)).status).toBe(422);
    expect((await register()).body.data).toEqual({ registerAccount: true });
    expect(mails()).toHaveLength(1);
    const link = linkOf(mails()[0]!).href;
    expect((await submit(link, { password, name: 'New', company: '' })).status).toBe(200);
    expect((await app.ctx.accounts.findByEmail(email))?.company).toBeNull();
  });

  it('takes a name and a company later', async () => {
    const token = await logIn(app, 'publisher');
    const set = async (company: string, showsCompany = false) => {
      const args = `name: "Ada", company: "${company}", showsCompany: ${showsCompany}`;
      const query = `mutation { setAccountHolder(${args}) { name company showsCompany } }`;
      return (await sendGraphql(app, token, query)).body;
    };
    const ada = { name: 'Ada', company: 'Engines', showsCompany: false };
    expect((await set('Engines')).data.setAccountHolder).toEqual(ada);
    const shown = { ...ada, showsCompany: true };
    expect((await set('Engines', true)).data.setAccountHolder).toEqual(shown);
    expect((await set('')).data.setAccountHolder).toEqual({ ...ada, company: null });
    expect((await set('', true)).errors[0].extensions.details).toHaveProperty('showsCompany');
    expect((await set('x'.repeat(101))).errors[0].extensions.details).toHaveProperty('company');
  });
});
