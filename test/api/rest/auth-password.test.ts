import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { suspendAccount } from '../../../src/identity/accounts/account-management.service';
import { createPasswordResetLink } from '../../../src/identity/accounts/password.service';
import { minutes } from '../../identity/oauth/support';
import { send, startApp, type TestApp } from '../../support/app';
import { startMailApp } from '../../support/mail-app';
import { linkOf, type SmtpServer, tokenOf } from '../../support/smtp-server';

const password = 'correct horse';
const newPassword = 'battery staple';

let app: TestApp;
let smtp: SmtpServer;
beforeAll(async () => {
  ({ app, smtp } = await startMailApp());
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const logIn = (email: string, its = password) =>
  send(`${app.url}/auth/login`, { json: { email, password: its } });
const check = async (token: string) =>
  (await send(`${app.url}/auth/check`, { headers: bearer(token) })).status;
const patch = (path: string, json: unknown, token?: string) =>
  send(`${app.url}${path}`, {
    method: 'PATCH',
    json,
    headers: token === undefined ? {} : bearer(token),
  });
const recover = (json: unknown) => send(`${app.url}/auth/recovery`, { json });

let accounts = 0;
async function anAccount() {
  accounts += 1;
  const email = `account-${accounts}@pass.example`;
  const { id } = await createAccount(app.ctx, { email, password, roles: ['publisher'] });
  return { id, email };
}
const tokenFor = async (id: string) =>
  (await createPasswordResetLink(app.ctx, id)).split('/').at(-1)!;

describe('PATCH /auth/self', () => {
  it('sets the password, ends the other sessions and keeps this one', async () => {
    const { email } = await anAccount();
    const [one, other] = [await logIn(email), await logIn(email)];
    const user = { passwordOld: password, passwordNew: newPassword };
    const { status, body } = await patch('/auth/self', { user }, one.body.apiToken);
    expect([status, body.email]).toEqual([200, email]);
    expect(await check(one.body.apiToken)).toBe(200);
    expect(await check(other.body.apiToken)).toBe(401);
    expect((await logIn(email)).status).toBe(422);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  it('takes members in snake case', async () => {
    const { email } = await anAccount();
    const { body } = await logIn(email);
    const user = { password_old: password, password_new: newPassword };
    expect((await patch('/auth/self', { user }, body.apiToken)).status).toBe(200);
  });

  it.each([
    ['no user', {}, ['user.passwordOld', 'user.passwordNew']],
    ['a user that is a list', { user: [] }, ['user.passwordOld', 'user.passwordNew']],
    [
      'a wrong old password',
      { user: { passwordOld: 'wrong', passwordNew: newPassword } },
      ['user.passwordOld'],
    ],
    [
      'a short new password',
      { user: { passwordOld: password, passwordNew: 'short' } },
      ['user.passwordNew'],
    ],
    [
      'an endless new password',
      { user: { passwordOld: password, passwordNew: 'x'.repeat(1025) } },
      ['user.passwordNew'],
    ],
    [
      'numbers',
      { user: { passwordOld: 1, passwordNew: 2 } },
      ['user.passwordOld', 'user.passwordNew'],
    ],
    [
      'numbers in snake case',
      { user: { password_old: 1, password_new: 2 } },
      ['user.password_old', 'user.password_new'],
    ],
    [
      'a short new password in snake case',
      { user: { passwordOld: password, password_new: 'short' } },
      ['user.password_new'],
    ],
  ])('refuses %s', async (_case, json, fields) => {
    const { email } = await anAccount();
    const { body } = await logIn(email);
    const reply = await patch('/auth/self', json, body.apiToken);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, fields]);
  });

  it('stops who guesses the old password with a stolen token', async () => {
    const { email } = await anAccount();
    const { body } = await logIn(email);
    const user = { passwordOld: 'wrong', passwordNew: newPassword };
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await patch('/auth/self', { user }, body.apiToken)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('POST /auth/recovery', () => {
  it('sends a link that sets a new password once, and ends every session', async () => {
    const { email } = await anAccount();
    const { body: session } = await logIn(email);
    const before = smtp.mails.length;
    expect((await recover({ email: email.toUpperCase(), uri: '/panel/reset' })).status).toBe(204);
    const mail = await smtp.received(before + 1);
    expect(mail).toMatchObject({ to: email, from: 'no-reply@ads.example' });
    expect(linkOf(mail).href).toMatch(new RegExp(`^${app.url}/panel/reset/[\\w-]{43}$`));
    const token = tokenOf(mail);

    expect((await send(`${app.url}/auth/recovery/${token}`)).status).toBe(204);
    const reset = await patch('/auth/password', { user: { token, passwordNew: newPassword } });
    expect([reset.status, reset.body.email]).toEqual([200, email]);
    expect(reset.body.apiToken).toBeUndefined();
    expect(await check(session.apiToken)).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    const again = await patch('/auth/password', { user: { token, passwordNew: password } });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['user.token']]);
    expect((await send(`${app.url}/auth/recovery/${token}`)).status).toBe(422);
  });

  it('stores the hash of the token only', async () => {
    const { email } = await anAccount();
    const before = smtp.mails.length;
    await recover({ email });
    const token = tokenOf(await smtp.received(before + 1));
    const stored = await app.ctx.mailTokens.models[0]!.find().lean();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('says the same of unknown emails, repeats and suspended accounts, and sends them nothing', async () => {
    const { email } = await anAccount();
    const suspended = await anAccount();
    await suspendAccount(app.ctx, { id: suspended.id, reason: 'fraud' });
    const before = smtp.mails.length;
    for (const its of [email, email, 'nobody@pass.example', suspended.email])
      expect((await recover({ email: its })).status).toBe(204);
    const last = await anAccount();
    await recover({ email: last.email });
    expect([(await smtp.received(before + 1)).to, (await smtp.received(before + 2)).to]).toEqual([
      email,
      last.email,
    ]);
  });

  it.each([
    ['nothing', {}, ['email']],
    ['no email', { email: 'nobody' }, ['email']],
    ['two emails', { email: 'a@b.example,c@d.example' }, ['email']],
    ['a header', { email: 'a@b.example\r\nBcc: c@d.example' }, ['email']],
    ['a page elsewhere', { email: 'a@b.example', uri: 'https://evil.example/' }, ['uri']],
    ['a page of no protocol', { email: 'a@b.example', uri: '//evil.example/' }, ['uri']],
    ['a page by user-info', { email: 'a@b.example', uri: '@evil.example/' }, ['uri']],
    ['a page with a backslash', { email: 'a@b.example', uri: '/\\evil.example/' }, ['uri']],
    ['a page up the tree', { email: 'a@b.example', uri: '/a/../b' }, ['uri']],
    ['both', { email: 5, uri: 5 }, ['email', 'uri']],
  ])('refuses %s', async (_case, json, fields) => {
    const { status, body } = await recover(json);
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });

  it('neither ends somebody’s links nor fills a mailbox: five a day, and all of them work', async () => {
    const other = await startApp({ env: smtp.env });
    const email = 'victim@pass.example';
    const { id } = await createAccount(other.ctx, { email, password, roles: ['publisher'] });
    const works = async (token: string) =>
      (await send(`${other.url}/auth/recovery/${token}`)).status === 204;
    const askAfter = (ms: number, its = email) => {
      other.clock.now = () => new Date(Date.now() + ms);
      return send(`${other.url}/auth/recovery`, { json: { email: its } });
    };
    const tokens = [(await createPasswordResetLink(other.ctx, id)).split('/').at(-1)!];
    const before = smtp.mails.length;
    for (let at = 1; at <= 4; at += 1) {
      expect((await askAfter(minutes(3 * at))).status).toBe(204);
      tokens.push(tokenOf(await smtp.received(before + at)));
    }
    expect(await Promise.all(tokens.map(works))).toEqual(tokens.map(() => true));

    expect((await askAfter(minutes(60))).status).toBe(204);
    const stranger = 'stranger@pass.example';
    await createAccount(other.ctx, { email: stranger, password, roles: ['publisher'] });
    await askAfter(minutes(60), stranger);
    expect((await smtp.received(before + 5)).to).toBe(stranger);
    expect(await Promise.all(tokens.map(works))).toEqual(tokens.map(() => true));

    // As soon as the first has expired there is room again, and the use of one ends all that there are.
    await askAfter(minutes(24 * 60 + 1));
    const fresh = tokenOf(await smtp.received(before + 6));
    const user = { token: tokens[3], passwordNew: newPassword };
    const json = { user };
    expect((await send(`${other.url}/auth/password`, { method: 'PATCH', json })).status).toBe(200);
    expect(await Promise.all([...tokens, fresh].map(works))).not.toContain(true);
  });

  it('says honestly that it sends no mail where there is no mail server', async () => {
    const silent = await startApp();
    const { status, body } = await send(`${silent.url}/auth/recovery`, {
      json: { email: 'a@b.example' },
    });
    expect([status, body.message]).toEqual([503, expect.stringContaining('sends no mail')]);
  });

  it('stops one network that asks for too many', async () => {
    const other = await startApp({ env: smtp.env });
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1)
      statuses.push(
        (await send(`${other.url}/auth/recovery`, { json: { email: `x${at}@b.example` } })).status,
      );
    expect(statuses.slice(0, 20).every((status) => status === 204)).toBe(true);
    expect(statuses[20]).toBe(429);
  });
});

describe('PATCH /auth/password', () => {
  it('lets one of many that race use the token', async () => {
    const { id } = await anAccount();
    const token = await tokenFor(id);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        patch('/auth/password', { user: { token, passwordNew: newPassword } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(422),
    ]);
  });

  it('ends the link before with a new one', async () => {
    const { id } = await anAccount();
    const [first, second] = [await tokenFor(id), await tokenFor(id)];
    expect((await send(`${app.url}/auth/recovery/${first}`)).status).toBe(422);
    expect((await send(`${app.url}/auth/recovery/${second}`)).status).toBe(204);
  });

  it('refuses a token that has expired', async () => {
    const { id } = await anAccount();
    const token = await tokenFor(id);
    const model = app.ctx.mailTokens.models[0]!;
    const expired = { 'tokens.0.expiresAt': new Date(0) };
    await model.updateOne({ _id: `${id}:resetPassword` }, { $set: expired });
    const { status } = await patch('/auth/password', { user: { token, passwordNew: newPassword } });
    expect(status).toBe(422);
  });

  it('keeps the token when the password is refused', async () => {
    const { id } = await anAccount();
    const token = await tokenFor(id);
    const short = await patch('/auth/password', { user: { token, passwordNew: 'short' } });
    expect([short.status, Object.keys(short.body.errors)]).toEqual([422, ['user.passwordNew']]);
    const { status } = await patch('/auth/password', { user: { token, passwordNew: newPassword } });
    expect(status).toBe(200);
  });

  it('answers 401 without a token', async () => {
    const { status } = await patch('/auth/password', { user: { passwordNew: newPassword } });
    expect(status).toBe(401);
  });
});

describe('mail', () => {
  it('is sent again after a passing refusal', async () => {
    const { email } = await anAccount();
    const before = smtp.mails.length;
    smtp.refuse(1);
    await recover({ email });
    expect((await smtp.received(before + 1)).to).toBe(email);
  });
});
