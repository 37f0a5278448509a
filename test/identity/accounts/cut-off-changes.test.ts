import { beforeAll, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { ServiceContext } from '../../../src/api/context';
import { suspendAccount } from '../../../src/identity/accounts/account-management.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import {
  confirmEmailChange,
  setEmailFor,
} from '../../../src/identity/accounts/email-change.service';
import { endingSessions } from '../../../src/identity/accounts/ending-sessions.service';
import { createMailLink } from '../../../src/identity/accounts/mail-token.service';
import { changePassword, setPassword } from '../../../src/identity/accounts/password.service';
import {
  beginSecondFactor,
  confirmSecondFactor,
  resetSecondFactor,
} from '../../../src/identity/accounts/second-factor/second-factor.service';
import { findViewer } from '../../../src/identity/accounts/session.service';
import type { Viewer } from '../../../src/identity/access/viewer';
import type { WithRequest } from '../../../src/request-facts';
import { asRequest, send, startApp, type TestApp } from '../../support/app';
import { killAtEach } from '../../support/killed-at-each';

const password = 'correct horse';
const newPassword = 'battery staple';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

let accounts = 0;
const anEmail = () => `cut-off-${(accounts += 1)}@test.example`;

async function logIn(email: string): Promise<Viewer> {
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  return (await findViewer(app.ctx, body.apiToken))!;
}

/** An account with two sessions and two links. @param factor of its second factor */
async function aPerson(factor: 'none' | 'begun' | 'on') {
  const email = anEmail();
  const { id } = await createAccount(app.ctx, { email, password, roles: ['publisher'] });
  const viewer = await logIn(email);
  const otp = factor === 'none' ? '' : await beginWith(viewer);
  if (factor === 'on') await confirmSecondFactor(asRequest(app.ctx), viewer, otp);
  else await logIn(email);
  const ofLink = { accountId: id, onlyAfterMs: 0, page: null };
  await createMailLink(app.ctx, { ...ofLink, purpose: 'resetPassword' });
  const newEmail = anEmail();
  const link = await createMailLink(app.ctx, { ...ofLink, purpose: 'changeEmail', newEmail });
  return { id, viewer, otp, newEmail, token: link!.split('/').at(-1)! };
}
type Person = Awaited<ReturnType<typeof aPerson>>;

/** @returns the code that turns the second factor on */
async function beginWith(viewer: Viewer): Promise<string> {
  const { secret } = await beginSecondFactor(asRequest(app.ctx), { viewer, password });
  return new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
}

const countOf = (store: 'sessions' | 'mailTokens', accountId: string) =>
  app.ctx[store].models[0]!.collection.countDocuments({ accountId });
/** All that the changes are of. */
const changedOf = async ({ viewer, newEmail, id }: Person) => {
  const { factor } = await app.ctx.accounts.findSecondFactor(id);
  const login =
    (await app.ctx.accounts.findLogin(viewer.account.email!)) ??
    (await app.ctx.accounts.findLogin(newEmail));
  const { email, suspendedReason } = login?.account ?? {};
  return JSON.stringify([factor?.secret, login?.passwordHash, email, suspendedReason]);
};

interface Case {
  readonly name: string;
  readonly factor: Parameters<typeof aPerson>[0];
  readonly change: (ctx: ServiceContext & WithRequest, person: Person) => Promise<unknown>;
  /** Of sessions and links. */
  readonly leaves: readonly [sessions: number, links: number];
}

const cases: readonly Case[] = [
  {
    name: 'changePassword',
    factor: 'none',
    change: (ctx, { viewer }) =>
      changePassword(ctx, { viewer, oldPassword: password, newPassword }),
    leaves: [1, 0],
  },
  {
    name: 'setPassword',
    factor: 'none',
    change: (ctx, { id }) => setPassword(ctx, { accountId: id, password: newPassword }),
    leaves: [0, 0],
  },
  {
    name: 'confirmEmailChange',
    factor: 'none',
    change: (ctx, { token }) => confirmEmailChange(ctx, { token, password }),
    leaves: [0, 0],
  },
  {
    name: 'setEmailFor',
    factor: 'none',
    change: (ctx, { id, newEmail }) => setEmailFor(ctx, { accountId: id, email: newEmail }),
    leaves: [0, 0],
  },
  {
    name: 'suspendAccount',
    factor: 'none',
    change: (ctx, { id }) => suspendAccount(ctx, { id, reason: 'fraud' }),
    leaves: [0, 0],
  },
  {
    name: 'confirmSecondFactor',
    factor: 'begun',
    change: (ctx, { viewer, otp }) => confirmSecondFactor(ctx, viewer, otp),
    leaves: [1, 2],
  },
  {
    name: 'resetSecondFactor',
    factor: 'on',
    change: (ctx, { id }) => resetSecondFactor(ctx, id),
    leaves: [0, 2],
  },
];

it.each(cases)(
  '$name that is cut off anywhere leaves no session of before beside the change',
  async ({ factor, change, leaves }) => {
    const stores = ['accounts', 'sessions', 'mailTokens'] as const;
    const left: unknown[] = [];
    const kills = await killAtEach(app.ctx, stores, async (kill, death) => {
      const person = await aPerson(factor);
      const former = await changedOf(person);
      await kill((broken) => change(asRequest(broken), person));
      if ((await changedOf(person)) === former) return;
      const { id } = person;
      left.push({ death, of: [await countOf('sessions', id), await countOf('mailTokens', id)] });
    });
    for (const one of left) expect(one).toMatchObject({ of: leaves });
    expect([kills > 4, left.length > 2]).toEqual([true, true]);
  },
);

it('a log-in while the change is stored leaves no session either', async () => {
  const { id, viewer } = await aPerson('none');
  const passwordHash = await app.ctx.passwordHasher.hash(newPassword);
  await endingSessions(app.ctx, {
    ...{ accountId: id, exceptHash: null, endsLinks: true },
    async change(transaction) {
      const changed = await app.ctx.accounts.update(id, { passwordHash }, { transaction });
      await logIn(viewer.account.email!);
      return changed;
    },
  });
  expect(await countOf('sessions', id)).toBe(0);
});
