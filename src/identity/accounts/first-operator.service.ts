import { AppError } from '../../errors';
import type { WithRequest } from '../../request-facts';
import type { AccountContext } from './account.context';
import { listAccounts } from './account-management.service';
import { createAccount } from './account.service';
import { requireEmail } from './email';
import { createMailLink, findMailToken, takeMailToken, unknownToken } from './mail-token.service';
import { assertPassword } from './password';
import { type BrowserSession, logInBrowser } from './session.service';

/** Stands where tokens have their account: the first operator has none yet. */
const nobody = '00000000000000000000000000000000';

/**
 * A link to make the first operator with, once and within an hour; for who starts the server. A link made later takes the
 * place of the former. null where there is an operator.
 */
export async function createFirstOperatorLink(ctx: AccountContext): Promise<string | null> {
  if (await hasOperator(ctx)) return null;
  const purpose = 'firstOperator';
  return createMailLink(ctx, { accountId: nobody, purpose, onlyAfterMs: 0, page: null });
}

/**
 * The link stays good.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a link that is unknown, used or expired, and where there is an operator.
 */
export async function assertFirstOperatorLink(ctx: AccountContext, token: string): Promise<void> {
  const subject = await findMailToken(ctx, token, 'firstOperator');
  if (subject === null || (await hasOperator(ctx))) throw unknownToken();
}

/**
 * Makes the first operator and starts a session for the browser. Uses the link up, unless email or password is refused.
 *
 * @param params.formerId the session that the browser had; null without one
 * @throws {AppError} `VALIDATION_FAILED` for a bad email or password, and as `assertFirstOperatorLink`; `CONFLICT` for an
 * email that has an account.
 */
export async function createFirstOperator(
  ctx: AccountContext & WithRequest,
  params: {
    readonly token: string;
    readonly email: string;
    readonly password: string;
    readonly formerId: string | null;
  },
): Promise<BrowserSession> {
  const { token, password, formerId } = params;
  await assertFirstOperatorLink(ctx, token);
  const email = requireEmail(params.email);
  assertPassword(password, { field: 'password', email });
  if (await ctx.accounts.findByEmail(email)) throw new AppError('CONFLICT', 'the email is taken');
  if ((await takeMailToken(ctx, token, 'firstOperator')) === null) throw unknownToken();
  const { language } = ctx.request;
  await createAccount(ctx, { email, password, roles: ['operator'], language });
  return logInBrowser(ctx, { email, password, otp: null, formerId });
}

async function hasOperator(ctx: AccountContext): Promise<boolean> {
  const any = { role: 'operator', afterEmail: null, emailPrefix: null, limit: 1 } as const;
  return (await listAccounts(ctx, any)).length > 0;
}
