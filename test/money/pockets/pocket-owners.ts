import { createAccount } from '../../../src/identity/accounts/account.service';
import type { JournalLine } from '../../../src/money/books/journal-entry';
import { send, sendGraphql, type TestApp } from '../../support/app';

const password = 'correct horse';
let accounts = 0;

/** An account with both pockets. */
export async function anAccount({
  ctx,
}: TestApp): Promise<{ readonly id: string; readonly email: string }> {
  const email = `a${(accounts += 1)}@money.example`;
  const { id } = await createAccount(ctx, { email, password, roles: ['advertiser', 'publisher'] });
  return { id, email };
}

export async function ask(app: TestApp, token: string, query: string) {
  return (await sendGraphql(app, token, query)).body;
}

/** The token of a session of an account that {@link anAccount} has made. */
export async function sessionOf(app: TestApp, email: string): Promise<string> {
  const { body } = await send(`${app.url}/auth/login`, { json: { email, password } });
  return body.apiToken as string;
}

/** Books a charge between an advertiser and a publisher. */
export async function charge(
  { ctx }: TestApp,
  id: string,
  at: Date,
  lines: readonly JournalLine[],
): Promise<void> {
  const entry = { id, kind: 'charge', at, lines, memo: null } as const;
  await ctx.inTransaction((session) => ctx.books.post([entry], session));
}
