import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeTime } from '../../../../src/platform/mail/writing';
import { resetSecondFactor } from '../../../../src/identity/accounts/second-factor/second-factor.service';
import { createPersonalAccessToken } from '../../../../src/identity/oauth/tokens/personal-token.service';
import { scopeNames } from '../../../../src/identity/oauth/scopes';
import { reasonToHold } from '../../../../src/money/payments/due/payout-rules';
import type { Payee } from '../../../../src/money/payments/due/payee.store';
import { dayMs, minuteMs } from '../../../../src/time';
import { send, type TestApp } from '../../../support/app';
import { eventually } from '../../../support/eventually';
import { runCommand } from '../../../support/command-line';
import { startMailApp } from '../../../support/mail-app';
import type { SmtpServer } from '../../../support/smtp-server';
import { aPerson, anAccount, ask, codeOf, logIn, password, type Person, wait } from './support';

const unheld: Payee = {
  accountId: '',
  unpaidSince: null,
  dueSince: null,
  heldReason: null,
  refusedAddress: null,
  refusal: null,
};

const required = 'FORBIDDEN second_factor_required';
const aWrongCode = '000000';

let app: TestApp;
let smtp: SmtpServer;
let mongodbUri: string;
beforeAll(async () => {
  ({ app, smtp, mongodbUri } = await startMailApp());
});

/** Waits for a mail. @returns its text */
async function isTold(email: string, about: string): Promise<string> {
  const find = () => smtp.mails.find(({ to, subject }) => to === email && subject === about);
  await eventually(() => expect(find()).toBeDefined(), 60_000);
  return find()?.text ?? '';
}
const own = 'viewer { hasSecondFactor recoveryCodesLeft secondFactorResetAt }';
const prove = (token: string, otp: string) =>
  ask(app, token, `mutation { proveSecondFactor(otp: "${otp}") }`);
/** A code that is certainly none of the present ones. */
const wrongFor = (person: Person) =>
  [aWrongCode, '111111', '222222', '333333'].find((code) =>
    [-minuteMs, 0, minuteMs].every((ms) => codeAt(person, ms) !== code),
  ) ?? aWrongCode;
function codeAt(person: Person, ms: number): string {
  const now = new Date(app.clock.now().getTime() + ms);
  return codeOf({ ...app, clock: { now: () => now } }, person);
}

describe('setting up', () => {
  it('asks for the password, and for a code before it counts', async () => {
    const { email, token } = await anAccount(app);
    const { beginSecondFactor } = await ask(
      app,
      token,
      'mutation { beginSecondFactor { secret uri } }',
    );
    expect(beginSecondFactor.uri).toContain(`secret=${beginSecondFactor.secret}`);
    expect((await logIn(app, email)).status).toBe(200);
    const wrong = await ask(app, token, `mutation { confirmSecondFactor(otp: "12345") }`);
    expect(wrong.error).toBe('VALIDATION_FAILED');
    const otp = codeOf(app, beginSecondFactor);
    const { confirmSecondFactor } = await ask(
      app,
      token,
      `mutation { confirmSecondFactor(otp: "${otp}") }`,
    );
    expect(new Set(confirmSecondFactor).size).toBe(10);
    expect(confirmSecondFactor[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await ask(app, token, `{ ${own} }`)).toMatchObject({
      viewer: { hasSecondFactor: true, recoveryCodesLeft: 10, secondFactorResetAt: null },
    });
    await isTold(email, 'Your second factor was turned on');
    wait(app, 11 * minuteMs);
    const late = await anAccount(app);
    wait(app, 11 * minuteMs);
    const begin = (more = '') => `mutation { beginSecondFactor${more} { secret } }`;
    expect((await ask(app, late.token, begin())).error).toBe('FORBIDDEN');
    expect((await ask(app, late.token, begin('(password: "no")'))).error).toBe('VALIDATION_FAILED');
    expect((await ask(app, late.token, begin(`(password: "${password}")`))).error).toBeNull();
  });

  it('ends other sessions, and begins no second one', async () => {
    const account = await anAccount(app);
    const other = (await logIn(app, account.email)).body.apiToken;
    const { beginSecondFactor } = await ask(
      app,
      account.token,
      'mutation { beginSecondFactor { secret } }',
    );
    const confirm = `mutation { confirmSecondFactor(otp: "${codeOf(app, beginSecondFactor)}") }`;
    const outcomes = await Promise.all([1, 2].map(() => ask(app, account.token, confirm)));
    expect(outcomes.map(({ error }) => error).sort()).toEqual(['CONFLICT', null]);
    expect((await ask(app, other, `{ ${own} }`)).error).toBe('UNAUTHENTICATED');
    const again = await ask(app, account.token, 'mutation { beginSecondFactor { secret } }');
    expect(again.error).toBe('CONFLICT');
  });

  it('is forgotten after half an hour', async () => {
    const { token } = await anAccount(app);
    const { beginSecondFactor } = await ask(
      app,
      token,
      'mutation { beginSecondFactor { secret } }',
    );
    wait(app, 31 * minuteMs);
    const otp = codeOf(app, beginSecondFactor);
    const late = await ask(app, token, `mutation { confirmSecondFactor(otp: "${otp}") }`);
    expect(late.error).toBe('CONFLICT');
  });
});

describe('POST /auth/login', () => {
  it('contract §11: answers 403 with the reason, only after a right password', async () => {
    const person = await aPerson(app);
    const { body, status } = await logIn(app, person.email);
    expect([status, body.reason, body.apiToken]).toEqual([
      403,
      'second_factor_required',
      undefined,
    ]);
    const wrong = await logIn(app, person.email, { password: 'wrong' });
    expect([wrong.status, wrong.body.reason]).toEqual([422, undefined]);
    const both = await logIn(app, person.email, {
      password: 'wrong',
      otp: codeOf(app, person),
    });
    expect(both.status).toBe(422);
    // A wrong password uses no code up.
    const right = await logIn(app, person.email, { otp: codeOf(app, person) });
    expect([right.status, typeof right.body.apiToken]).toEqual([200, 'string']);
  });

  it('takes a code once, of two that come at once, too', async () => {
    const person = await aPerson(app);
    const otp = codeOf(app, person);
    const replies = await Promise.all([1, 2, 3, 4].map(() => logIn(app, person.email, { otp })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await logIn(app, person.email, { otp })).status).toBe(422);
    wait(app);
    expect((await logIn(app, person.email, { otp: codeOf(app, person) })).status).toBe(200);
  });

  it('takes no code from before the last one', async () => {
    const person = await aPerson(app);
    const before = codeOf(app, person);
    wait(app, minuteMs / 2);
    expect((await logIn(app, person.email, { otp: codeOf(app, person) })).status).toBe(200);
    expect((await logIn(app, person.email, { otp: before })).status).toBe(422);
  });

  it('takes each recovery code once, in any writing', async () => {
    const person = await aPerson(app);
    const [first = '', second = ''] = person.recoveryCodes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    const replies = await Promise.all(
      [1, 2, 3].map(() => logIn(app, person.email, { otp: typed })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await logIn(app, person.email, { otp: first })).status).toBe(422);
    const { body } = await logIn(app, person.email, { otp: second });
    expect((await ask(app, body.apiToken, `{ ${own} }`)).viewer.recoveryCodesLeft).toBe(8);
  });

  it('counts wrong codes as failed log-ins, and a right password does not forget them', async () => {
    const person = await aPerson(app);
    const otp = wrongFor(person);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      statuses.push((await logIn(app, person.email, { otp })).status);
      if (tries < 4) expect((await logIn(app, person.email)).status).toBe(403);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    const { status, headers } = await logIn(app, person.email, { otp: codeOf(app, person) });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('keeps no code or secret in the audit log', async () => {
    const person = await aPerson(app);
    const otp = codeOf(app, person);
    await logIn(app, person.email, { otp });
    const entries = await app.ctx.auditEntries.models[0]!.find({ readerIds: person.id }).lean();
    const operations = entries.map(({ operation }) => operation);
    expect(operations).toEqual(
      expect.arrayContaining(['beginSecondFactor', 'confirmSecondFactor', 'logIn']),
    );
    const text = JSON.stringify(entries);
    expect(text).not.toContain(otp);
    expect(text).not.toContain(person.secret);
  });
});

/** Contract §11: what asks again. */
const guarded: readonly (readonly [string, string])[] = [
  ['setting the payout address', 'setPayoutAddress(address: "0001-00000003-AB0C") { id }'],
  ['a change of the email', 'requestEmailChange(email: "next@factor.example")'],
  ['a withdrawal', 'requestWithdrawal(amount: "1") { id }'],
  ['moving earnings to funds', 'moveEarningsToFunds(amount: "1") { id }'],
  ['a new token', 'createPersonalAccessToken(input: { name: "a" }) { accessToken }'],
  ['new recovery codes', `renewRecoveryCodes(password: "${password}")`],
  ['turning it off', `turnOffSecondFactor(password: "${password}") { id }`],
  [
    'a new client',
    `createClient(name: "a", ownerId: "${'0'.repeat(32)}", scopes: [], redirectUris: []) { secret }`,
  ],
  ['a new secret of a client', `rotateClientSecret(id: "${'0'.repeat(32)}")`],
  [
    'consent to a client',
    'authorize(decision: approve, request: { clientId: "a", redirectUri: "https://a.example/", responseType: "code" }) { location }',
  ],
];

describe('what asks again', () => {
  let person: Person;
  let token: string;
  beforeAll(async () => {
    person = await aPerson(app, ['publisher', 'advertiser', 'operator']);
    token = (await logIn(app, person.email, { otp: codeOf(app, person) })).body.apiToken;
    wait(app, 6 * minuteMs);
  });

  it.each(guarded)('is %s, and the password does not do', async (_case, mutation) => {
    expect((await ask(app, token, `mutation { ${mutation} }`)).error).toBe(required);
  });

  it.each(guarded)('%s is for no access token', async (_case, mutation) => {
    const made = await createPersonalAccessToken(app.ctx, {
      ...{ accountId: person.id, name: 'all', scopes: scopeNames },
    });
    const { error } = await ask(app, made.accessToken, `mutation { ${mutation} }`);
    expect(error).toBe('FORBIDDEN');
    expect((await ask(app, made.accessToken, '{ viewer { id } }')).viewer.id).toBe(person.id);
  });

  it('may be done for 5 minutes after a code was shown', async () => {
    const created = 'mutation { createPersonalAccessToken(input: { name: "a" }) { accessToken } }';
    const codes = await Promise.all([1, 2].map(() => prove(token, codeOf(app, person))));
    expect(codes.map(({ error }) => error).sort()).toEqual(['VALIDATION_FAILED', null]);
    expect((await ask(app, token, created)).error).toBeNull();
    const rest = { json: { name: 'b' }, headers: { Authorization: `Bearer ${token}` } };
    expect((await send(`${app.url}/auth/personal-access-tokens`, rest)).status).toBe(200);
    wait(app, 4 * minuteMs);
    expect((await ask(app, token, created)).error).toBeNull();
    wait(app, minuteMs + 1000);
    expect((await ask(app, token, created)).error).toBe(required);
    const { status, body } = await send(`${app.url}/auth/personal-access-tokens`, rest);
    expect([status, body.reason]).toEqual([403, 'second_factor_required']);
  });

  it('may be done for 5 minutes after a log-in, in that session alone', async () => {
    const { body } = await logIn(app, person.email, { otp: codeOf(app, person) });
    const created = 'mutation { createPersonalAccessToken(input: { name: "a" }) { accessToken } }';
    expect((await ask(app, body.apiToken, created)).error).toBeNull();
    expect((await ask(app, token, created)).error).toBe(required);
  });

  it('counts wrong codes there, and a right password does not forget them', async () => {
    const one = await aPerson(app);
    const wrong = wrongFor(one);
    const errors: (string | null)[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      errors.push((await prove(one.token, wrong)).error);
      if (tries < 4) {
        const change = `changePassword(input: { oldPassword: "${password}", newPassword: "${password}" }) { id }`;
        expect((await ask(app, one.token, `mutation { ${change} }`)).error).toBeNull();
      }
    }
    expect(errors.slice(0, 5)).toEqual(Array(5).fill('VALIDATION_FAILED'));
    expect(errors[5]).toBe('TOO_MANY_REQUESTS');
  });
});

describe('an account without a second factor', () => {
  it('is asked for none', async () => {
    const { token } = await anAccount(app);
    const created = 'mutation { createPersonalAccessToken(input: { name: "a" }) { accessToken } }';
    expect((await ask(app, token, created)).error).toBeNull();
    expect((await prove(token, aWrongCode)).error).toBe('CONFLICT');
    const off = await ask(app, token, 'mutation { turnOffSecondFactor { id } }');
    expect(off.error).toBe('CONFLICT');
  });
});

describe('turning it off, and other recovery codes', () => {
  it('makes the former codes worthless', async () => {
    const person = await aPerson(app);
    const { renewRecoveryCodes } = await ask(app, person.token, 'mutation { renewRecoveryCodes }');
    expect(renewRecoveryCodes).toHaveLength(10);
    const [former = ''] = person.recoveryCodes;
    expect((await logIn(app, person.email, { otp: former })).status).toBe(422);
    const [next = ''] = renewRecoveryCodes;
    expect((await logIn(app, person.email, { otp: next })).status).toBe(200);
  });

  it('logs in by the password alone from then on, which is told', async () => {
    const person = await aPerson(app);
    const { turnOffSecondFactor } = await ask(
      app,
      person.token,
      'mutation { turnOffSecondFactor { hasSecondFactor recoveryCodesLeft } }',
    );
    expect(turnOffSecondFactor).toEqual({ hasSecondFactor: false, recoveryCodesLeft: null });
    expect((await logIn(app, person.email)).status).toBe(200);
    await isTold(person.email, 'Your second factor was turned off');
  });
});

describe('adgate user reset-second-factor', () => {
  it('takes it away, tells by mail, ends sessions, and holds payments for 24 hours', async () => {
    const person = await aPerson(app);
    const run = () => runCommand(mongodbUri, ['user', 'reset-second-factor', person.email]);
    const { exitCode, json } = await run();
    expect([exitCode, json.hasSecondFactor]).toEqual([0, false]);
    expect((await ask(app, person.token, `{ ${own} }`)).error).toBe('UNAUTHENTICATED');
    expect((await logIn(app, person.email)).status).toBe(200);
    const stored = await app.ctx.accounts.findById(person.id);
    const resetAt = stored!.secondFactorResetAt!.getTime();
    const account = { ...stored!, payoutAddress: 'ads:0001-00000001-8B4E' };
    const held = (ms: number) =>
      reasonToHold(account, {
        ...{ payee: unheld, isClaimReplaced: false, ownAddress: '', now: new Date(resetAt + ms) },
      })?.code ?? null;
    expect([held(dayMs - 1), held(dayMs)]).toEqual(['second_factor_reset', null]);
    const payable = await app.ctx.accounts.listPayable([person.id]);
    expect(payable.get(person.id)?.secondFactorResetAt?.getTime()).toBe(resetAt);
    const { operation, outcome } = (await app.ctx.auditEntries.models[0]!.findOne({
      operation: 'user reset-second-factor',
      objectId: person.id,
    }).lean())!;
    expect([operation, outcome]).toEqual(['user reset-second-factor', 'done']);
    expect(await run()).toMatchObject({ exitCode: 1 });
  });

  it('tells the owner when payments go on', async () => {
    const person = await aPerson(app);
    const account = await resetSecondFactor(app.ctx, person.id);
    const goodFrom = writeTime('en', new Date(account.secondFactorResetAt!.getTime() + dayMs));
    expect(await isTold(person.email, 'Your second factor was reset')).toContain(goodFrom);
  });
});
