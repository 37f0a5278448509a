import type { AccountContext } from './account.context';
import { AppError, assertNoProblems } from '../../errors';
import { createId } from '../../id';
import { isDuplicateKey } from '../../validation';
import type { Account, Role } from './account';
import { isEmail, toEmail } from './email';
import { problemOfPassword } from './password';

export interface CreateAccountParams {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly Role[];
  /** Finds name the account by it, too: whoever makes it vouches for that. */
  readonly payoutAddress?: string | null;
}

/**
 * Makes an account that can log in.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a bad email or password, `CONFLICT` for an email or payout address that is taken.
 */
export async function createAccount(
  ctx: AccountContext,
  { id, email, password, roles, payoutAddress = null }: CreateAccountParams,
): Promise<Account> {
  const details: Record<string, string[]> = {};
  if (!isEmail(email)) details.email = ['must be an email address'];
  const problem = problemOfPassword(password, email);
  if (problem !== null) details.password = [problem];
  assertNoProblems(details);
  try {
    return await ctx.accounts.insert({
      id: id ?? createId(ctx),
      email: toEmail(email),
      passwordHash: await ctx.passwordHasher.hash(password),
      roles,
      payoutAddress,
      provenAddresses: payoutAddress === null ? [] : [payoutAddress],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const taken = payoutAddress === null ? 'the email' : 'the email or payout address';
    throw new AppError('CONFLICT', `${taken} is taken`, { cause: error });
  }
}
