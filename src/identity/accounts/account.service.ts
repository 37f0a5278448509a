import type { AccountContext } from './account.context';
import { AppError, invalid } from '../../errors';
import { createId } from '../../id';
import type { Language } from '../../language';
import { isDuplicateKey } from '../../validation';
import type { Account, Role } from './account';
import { notAnEmail, parseEmail } from './email';
import { problemOfPassword } from './password';

export interface CreateAccountParams {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  /** In any case. */
  readonly email: string;
  readonly password: string;
  readonly roles: readonly Role[];
  /** Finds name the account by it, too: whoever makes it vouches for that. */
  readonly payoutAddress?: string | null;
  /** Of mails; default: none was said. */
  readonly language?: Language | undefined;
}

/**
 * Makes an account that can log in.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a bad email or password, `CONFLICT` for an email or payout address that is taken.
 */
export async function createAccount(
  ctx: AccountContext,
  { id, email: text, password, roles, payoutAddress = null, language }: CreateAccountParams,
): Promise<Account> {
  const email = parseEmail(text);
  const problem = problemOfPassword(password, email);
  const problems = {
    ...(email === null && { email: [notAnEmail] }),
    ...(problem !== null && { password: [problem] }),
  };
  if (email === null || problem !== null) throw invalid(problems);
  try {
    return await ctx.accounts.insert({
      id: id ?? createId(ctx),
      email,
      passwordHash: await ctx.passwordHasher.hash(password),
      roles,
      payoutAddress,
      language,
      provenAddresses: payoutAddress === null ? [] : [payoutAddress],
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const taken = payoutAddress === null ? 'the email' : 'the email or payout address';
    throw new AppError('CONFLICT', `${taken} is taken`, { cause: error });
  }
}
