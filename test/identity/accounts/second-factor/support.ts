import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Role } from '../../../../src/identity/accounts/account';
import { createAccount } from '../../../../src/identity/accounts/account.service';
import { minuteMs } from '../../../../src/time';
import { type Reply, send, sendGraphql, type TestApp } from '../../../support/app';

export const password = 'correct horse';

/** A person with a phone that shows codes. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** API token of the session that turned the second factor on. */
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** An answer of the server. */
type Asked = Reply['body'];

/** @returns data, else the code of the error, and its reason behind it */
export async function ask(app: TestApp, token: string | null, query: string): Promise<Asked> {
  const { body } = await sendGraphql(app, token, query);
  const [error] = body.errors ?? [];
  const { code = null, reason } = error?.extensions ?? {};
  return { ...body.data, error: reason === undefined ? code : `${code} ${reason}` };
}

export const logIn = (app: TestApp, email: string, more: object = {}) =>
  send(`${app.url}/auth/login`, { json: { email, password, ...more } });

export async function anAccount(app: TestApp, roles: readonly Role[] = ['publisher']) {
  const email = `${randomUUID()}@factor.example`;
  const { id } = await createAccount(app.ctx, { email, password, roles });
  const { body } = await logIn(app, email);
  return { id, email, token: body.apiToken as string };
}

/** The code that the phone shows. */
export const codeOf = (app: TestApp, { secret }: Pick<Person, 'secret'>) =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });

/** Each code is good once. */
export function wait(app: TestApp, ms = minuteMs): void {
  const { now } = app.clock;
  app.clock.now = () => new Date(now().getTime() + ms);
}

/** An account that has turned the second factor on; its next code is a new one. */
export async function aPerson(app: TestApp, roles?: readonly Role[]): Promise<Person> {
  const account = await anAccount(app, roles);
  const begin = 'mutation { beginSecondFactor { secret uri } }';
  const { beginSecondFactor } = await ask(app, account.token, begin);
  const { secret } = beginSecondFactor;
  const otp = codeOf(app, { secret });
  const query = `mutation { confirmSecondFactor(otp: "${otp}") }`;
  const { confirmSecondFactor } = await ask(app, account.token, query);
  wait(app);
  return { ...account, secret, recoveryCodes: confirmSecondFactor };
}
