import { AppError, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import type { AllParams } from '../../platform/lists/all';
import { type ListContext, listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import { unknownToken } from '../../identity/accounts/mail-token.service';
import { parseReason } from '../../reason';
import { isSecretOf } from '../../secret';
import { judgeWithdrawals } from '../payments/due/due-withdrawals.service';
import type { Payment } from '../payments/payment';
import type { Unpaid } from '../payments/due/payout-rules';
import { reasonOfServer } from '../payments/due/why-unpaid.service';
import { openSteps, type Withdrawal, type WithdrawalStep } from './withdrawal';
import type { WithdrawalContext } from './withdrawal.context';
import { endedEntry } from './withdrawal-entries';
import type { WithdrawalFilter } from './withdrawal.store';

const pageSize = 200;

/** Withdrawals of an account, oldest first. @throws {AppError} `VALIDATION_FAILED` as `listPage`. */
export function listWithdrawals(
  ctx: ListContext & WithdrawalContext,
  { accountId, page }: { readonly accountId: string; readonly page: PageParams },
): Promise<Page<Withdrawal>> {
  return listPage(ctx, {
    list: `withdrawals:${accountId}`,
    page,
    read: (slice) => ctx.withdrawals.listOwned(accountId, slice),
  });
}

/** Everybody's, in the order of ids: for operators. */
export function listAllWithdrawals(
  ctx: WithdrawalContext,
  filter: WithdrawalFilter,
  page: AllParams,
): Promise<readonly Withdrawal[]> {
  return ctx.withdrawals.listAll(filter, page);
}

/** Payments of withdrawals, by their ids; withdrawals without a payment are left out. */
export async function listPaymentsOf(
  ctx: WithdrawalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payment>> {
  return new Map((await ctx.payments.listByIds(ids)).map((one) => [one.id, one]));
}

/** Why approved withdrawals are not paid, by their ids; those that are paid with the next turn are left out. */
export async function listHeldReasons(
  ctx: WithdrawalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Unpaid>> {
  const approved = await ctx.withdrawals.listApprovedOf(ids);
  const judged = await judgeWithdrawals(ctx, ctx.config.ledgerAddress, approved);
  const settlement = await ctx.settlements.get();
  return new Map(
    judged.flatMap(({ withdrawal: { id, amount }, held }) => {
      const why = held ?? reasonOfServer(ctx, settlement, amount);
      return why === null ? [] : [[id, why] as const];
    }),
  );
}

/** The end of a mail's link: the withdrawal's id, and the secret of the mail. */
function readToken(token: string): readonly [id: string, secret: string] {
  const [id = '', secret = ''] = token.slice(0, 200).split('.', 2);
  return [id, secret];
}

/** The withdrawal that a mail's link is for. @throws {AppError} `VALIDATION_FAILED` for a link that does not work. */
export async function getUnconfirmedWithdrawal(
  ctx: WithdrawalContext,
  token: string,
): Promise<Withdrawal> {
  const [id, secret] = readToken(token);
  const found = isUuid(id) ? await ctx.withdrawals.findById(id) : null;
  if (
    found?.step !== 'unconfirmed' ||
    found.tokenHash === null ||
    !isSecretOf(secret, found.tokenHash) ||
    found.expiresAt <= ctx.now()
  )
    throw unknownToken();
  return found;
}

/** Approves a withdrawal for whoever reads the account's mail. @throws {AppError} as `getUnconfirmedWithdrawal`. */
export async function confirmWithdrawal(
  ctx: WithdrawalContext,
  token: string,
): Promise<Withdrawal> {
  const { id } = await getUnconfirmedWithdrawal(ctx, token);
  return approve(ctx, id, ['unconfirmed']);
}

/**
 * Lets a withdrawal be paid that waits for the operator, or for a mail that has not come.
 *
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` when it does not wait any more.
 */
export async function approveWithdrawal(ctx: WithdrawalContext, id: string): Promise<Withdrawal> {
  const known = await getWithdrawal(ctx, id);
  return approve(ctx, known.id, ['unconfirmed', 'unapproved']);
}

async function approve(
  ctx: WithdrawalContext,
  id: string,
  steps: readonly WithdrawalStep[],
): Promise<Withdrawal> {
  const changes = { step: 'approved', approvedAt: ctx.now(), tokenHash: null } as const;
  const changed = await ctx.inTransaction((session) =>
    ctx.withdrawals.change(id, steps, { changes, session }),
  );
  if (!changed) throw await tooLate(ctx, id);
  return changed;
}

/**
 * Makes an account's withdrawal funds again, as long as there is no payment of it.
 *
 * @throws {AppError} `NOT_FOUND`, for somebody else's, too; `CONFLICT` when it is too late.
 */
export async function cancelWithdrawal(
  ctx: WithdrawalContext,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<Withdrawal> {
  const known = await getWithdrawal(ctx, id);
  if (known.accountId !== accountId) throw notFound('withdrawal', id);
  return end(ctx, known.id, { step: 'cancelled', reason: null });
}

/**
 * The same by the operator, who says why.
 *
 * @throws {AppError} `NOT_FOUND`, `CONFLICT` when it is too late, `VALIDATION_FAILED` without a reason.
 */
export async function rejectWithdrawal(
  ctx: WithdrawalContext,
  params: { readonly id: string; readonly reason: string },
): Promise<Withdrawal> {
  const reason = parseReason(params.reason);
  const { id } = await getWithdrawal(ctx, params.id);
  return end(ctx, id, { step: 'rejected', reason });
}

/** Makes those funds again that nobody has confirmed in time. */
export async function expireWithdrawals(
  ctx: WithdrawalContext,
  signal: AbortSignal,
): Promise<void> {
  for (let afterId: string | null = null; ; ) {
    const page: readonly Withdrawal[] = await ctx.withdrawals.listIn('unconfirmed', {
      afterId,
      limit: pageSize,
    });
    const now = ctx.now();
    for (const { id, expiresAt } of page) {
      if (signal.aborted) return;
      if (expiresAt <= now)
        await endIf(ctx, id, { steps: ['unconfirmed'], step: 'expired', reason: null });
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterId = last.id;
  }
}

async function end(
  ctx: WithdrawalContext,
  id: string,
  change: Pick<Withdrawal, 'step' | 'reason'>,
): Promise<Withdrawal> {
  const ended = await endIf(ctx, id, { steps: openSteps, ...change });
  if (!ended) throw await tooLate(ctx, id);
  return ended;
}

/** @returns null when it is in none of the steps. */
function endIf(
  ctx: WithdrawalContext,
  id: string,
  change: Pick<Withdrawal, 'step' | 'reason'> & { readonly steps: readonly WithdrawalStep[] },
): Promise<Withdrawal | null> {
  const { steps, ...rest } = change;
  const endedAt = ctx.now();
  const changes = { ...rest, endedAt, tokenHash: null };
  return ctx.inTransaction(async (session) => {
    const ended = await ctx.withdrawals.change(id, steps, { changes, session });
    if (ended) await ctx.books.post([endedEntry(ended, endedAt)], session);
    return ended;
  });
}

/** @throws {AppError} `NOT_FOUND` */
async function getWithdrawal(ctx: WithdrawalContext, id: string): Promise<Withdrawal> {
  const found = isUuid(id) ? await ctx.withdrawals.findById(toId(id)) : null;
  if (!found) throw notFound('withdrawal', id);
  return found;
}

async function tooLate(ctx: WithdrawalContext, id: string): Promise<AppError> {
  const { step } = await getWithdrawal(ctx, id);
  return new AppError('CONFLICT', `withdrawal ${id} is ${step}`);
}
