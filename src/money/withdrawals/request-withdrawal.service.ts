import { hash } from 'node:crypto';
import { type Amount, formatAmount } from '../../amount';
import { AppError, invalid } from '../../errors';
import { createId } from '../../id';
import type { Account } from '../../identity/accounts/account';
import type { DatabaseSession } from '../../platform/database/transaction';
import { withMail } from '../../platform/mail/with-mail';
import { assertReference } from '../../reference';
import { createSecret, hashSecret } from '../../secret';
import { dayMs } from '../../time';
import { fundsOf } from '../books/book';
import { networkFeeOf } from '../payments/due/network-fee';
import { addressOf, reasonToHold } from '../payments/due/payout-rules';
import { boundFundsOf, getOpenCosts, type OpenCosts } from '../pockets/bound-funds.service';
import { assertFreeFunds } from '../pockets/pocket.service';
import { findLackingEarnings } from './lacking-earnings.service';
import type { Withdrawal, WithdrawalQuote } from './withdrawal';
import type { WithdrawalContext } from './withdrawal.context';
import { withdrawalMail } from './withdrawal-mail';
import { requestedEntry } from './withdrawal-entries';
import { assertPresent } from '../../present';

/** Most withdrawals of an account that wait at a time. */
const mostOpen = 10;
/** Most withdrawals of an account within a day, however they end: each is a mail. */
const mostOfDay = 50;
/** How long the link of the mail is good. */
const confirmableForMs = dayMs;

export async function quoteWithdrawal(
  ctx: WithdrawalContext,
  account: Account,
): Promise<WithdrawalQuote> {
  const open = await getOpenCosts(ctx, account.id);
  const book = fundsOf(account.id);
  const bound = await boundFundsOf(ctx, { accountId: account.id, open });
  const lacking = await findLackingEarnings(ctx, [account.id]);
  const free = (await ctx.books.balanceOf(book)) - bound - (lacking.get(account.id) ?? 0n);
  const networkFee = feeOf(ctx, account);
  const payee = assertPresent(
    (await ctx.payees.listByIds([account.id])).get(account.id),
    'there is a payee for every id',
  );
  const now = ctx.now();
  const held = reasonToHold(account, {
    ...{
      payee,
      isClaimReplaced: (await ctx.addressClaims.listReplacedOwners([account.id])).size > 0,
    },
    ...{ ownAddress: ctx.config.ledgerAddress, now },
  });
  return {
    free: free > 0n ? free : 0n,
    least: leastOf(ctx, networkFee),
    networkFee,
    address: account.payoutAddress,
    heldReason: held?.message ?? null,
    unpaid: held,
  };
}

/** The fee of one transfer alone: among others it is less. */
function feeOf({ config }: WithdrawalContext, account: Account): Amount {
  const address = addressOf(account) ?? config.ledgerAddress;
  return networkFeeOf(config.ledgerAddress, [{ address, amount: 1n }]);
}

function leastOf({ config }: WithdrawalContext, networkFee: Amount): Amount {
  const { least } = config.payouts;
  return least > networkFee ? least : networkFee + 1n;
}

export interface RequestWithdrawalParams {
  readonly account: Account;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
  /** 1 to 200 characters; the same again asks for nothing more. null: a new one. */
  readonly reference: string | null;
}

/**
 * Takes free funds of an account out of it, to be paid at its payout address: once its owner has followed the link of a
 * mail, or, where the server sends none, the operator has approved of it.
 *
 * @throws {AppError} `VALIDATION_FAILED` for an amount below the least or above the free funds, a bad reference, and
 * without a payout address on the ledger; `CONFLICT` for the reference of another amount; `TOO_MANY_REQUESTS` with 10
 * that are open, or 50 of a day; `SERVICE_UNAVAILABLE` as `getOpenCosts`, and when too many mails wait.
 */
export async function requestWithdrawal(
  ctx: WithdrawalContext,
  params: RequestWithdrawalParams,
): Promise<Withdrawal> {
  const { account, amount } = params;
  const reference = params.reference ?? createId(ctx);
  assertReference(reference);
  const id = hash('sha256', `${account.id} ${reference}`).slice(0, 32);
  const known = await ctx.withdrawals.findById(id);
  if (known) return assertSame(known, amount);
  if (account.payoutAddress === null || addressOf(account) === null)
    throw invalid({ amount: ['needs a payout address on the ledger: set one first'] });
  const least = leastOf(ctx, feeOf(ctx, account));
  if (amount < least) throw invalid({ amount: [`must be ${formatAmount(least)} coins or more`] });

  const mailer = account.email === null ? null : ctx.mailer;
  const token = createSecret(ctx);
  const requestedAt = ctx.now();
  const withdrawal: Withdrawal = {
    ...{ id, accountId: account.id, reference, amount, address: account.payoutAddress },
    step: mailer ? 'unconfirmed' : 'unapproved',
    requestedAt,
    tokenHash: mailer ? hashSecret(token) : null,
    expiresAt: new Date(requestedAt.getTime() + confirmableForMs),
    ...{ approvedAt: null, endedAt: null, reason: null },
  };
  const open = await getOpenCosts(ctx, account.id);
  return withMail(
    mailer,
    () => ctx.inTransaction((session) => store(ctx, { withdrawal, open }, session)),
    (stored) => {
      const link = `${ctx.publicUrl}/auth/confirm-withdrawal/${id}.${token}`;
      return stored === withdrawal && account.email !== null
        ? withdrawalMail({ email: account.email, language: account.language }, { withdrawal, link })
        : null;
    },
  );
}

async function store(
  ctx: WithdrawalContext,
  { withdrawal, open }: { readonly withdrawal: Withdrawal; readonly open: OpenCosts },
  session: DatabaseSession,
): Promise<Withdrawal> {
  const { id, accountId, amount, requestedAt } = withdrawal;
  const known = await ctx.withdrawals.findById(id, session);
  if (known) return assertSame(known, amount);
  const lacking = await findLackingEarnings(ctx, [accountId], session);
  const kept = lacking.get(accountId) ?? 0n;
  await assertFreeFunds(ctx, { accountId, amount, open, kept }, session);
  const since = new Date(requestedAt.getTime() - dayMs);
  const counts = await ctx.withdrawals.countOf(accountId, { since, session });
  if (counts.open >= mostOpen || counts.recent >= mostOfDay)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `there are ${counts.open} open withdrawals, and ${counts.recent} of the last day: ${mostOpen} and ${mostOfDay} at most`,
      { retryAfterSeconds: 60 * 60 },
    );
  await ctx.withdrawals.insert(withdrawal, session);
  await ctx.books.post([requestedEntry(withdrawal, requestedAt)], session);
  return withdrawal;
}

function assertSame(known: Withdrawal, amount: Amount): Withdrawal {
  if (known.amount === amount) return known;
  throw new AppError(
    'CONFLICT',
    `the reference ${known.reference} is that of a withdrawal of ${formatAmount(known.amount)} coins`,
  );
}
