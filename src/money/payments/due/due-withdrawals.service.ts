import type { Withdrawal } from '../../withdrawals/withdrawal';
import { findLostDeposits, type LostDeposit } from '../../deposits/lost-deposits.service';
import type { DuePayee } from './due-page';
import type { PaymentContext } from '../payment.context';
import { addressOf, reasonToHold, type Unpaid, unpaid } from './payout-rules';
import { assertPresent } from '../../../present';
import { findUncovered } from '../../withdrawals/lacking-earnings.service';

/** A withdrawal that is approved, paid or not. */
export interface WaitingWithdrawal {
  readonly withdrawal: Withdrawal;
  /** On the ledger; null: none. */
  readonly address: string | null;
  /** Why it is not paid; null: it is due. */
  readonly held: Unpaid | null;
}

const pageSize = 500;

/** All approved withdrawals that nothing holds, as they were approved. */
export async function* eachDueWithdrawal(ctx: PaymentContext): AsyncGenerator<DuePayee, void> {
  const sender = ctx.config.ledgerAddress;
  for (let after: Withdrawal | null = null; ; ) {
    const page: readonly Withdrawal[] = await ctx.withdrawals.listApproved(after, pageSize);
    for (const { withdrawal, address, held } of await judgeWithdrawals(ctx, sender, page)) {
      const { id: withdrawalId, accountId, amount, approvedAt } = withdrawal;
      if (held === null && address !== null)
        yield {
          ...{ accountId, address, amount, withdrawalId, earnedFrom: null, isNoted: false },
          waitingSince: assertPresent(approvedAt, 'an approved withdrawal has that time'),
        };
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

/** The reasons that hold withdrawals, by account. */
export async function judgeWithdrawals(
  ctx: PaymentContext,
  sender: string,
  withdrawals: readonly Withdrawal[],
): Promise<readonly WaitingWithdrawal[]> {
  const ids = [...new Set(withdrawals.map(({ accountId }) => accountId))];
  const accounts = await ctx.accounts.listPayable(ids);
  const payees = await ctx.payees.listByIds(ids);
  const lost = await findLostDeposits(ctx, ids);
  const uncovered = await findUncovered(ctx, ids);
  const replacedClaims = await ctx.addressClaims.listReplacedOwners(ids);
  const now = ctx.now();
  return withdrawals.map((withdrawal) => {
    const { accountId } = withdrawal;
    const account = assertPresent(accounts.get(accountId), 'accounts are never deleted');
    const payee = assertPresent(payees.get(accountId), 'there is a payee for every id');
    const isClaimReplaced = replacedClaims.has(accountId);
    const held =
      reasonToHold(account, { payee, isClaimReplaced, ownAddress: sender, now }) ??
      reasonOfLost(lost.get(accountId)) ??
      (uncovered.has(accountId) ? earningsOwed : null) ??
      (account.payoutAddress === withdrawal.address ? null : otherAddress);
    return { withdrawal, address: addressOf(account), held };
  });
}

/** The funds that it takes from may have come by that deposit. */
const depositReplaced = unpaid(
  'deposit_replaced',
  'the ledger has replaced the block of a deposit of this account: it goes on when the deposit is there again',
);

/** No other transfer makes up for it: the coins have never come. */
const depositLost = unpaid(
  'deposit_replaced',
  'the ledger has replaced the block of a deposit of this account, which cannot come again, and the funds are below 0: it goes on when they are not, or cancel the withdrawal',
);

function reasonOfLost(lost: LostDeposit | undefined): Unpaid | null {
  if (lost === undefined) return null;
  return lost === 'awaited' ? depositReplaced : depositLost;
}

/** The funds that it takes from may have been these earnings. */
const earningsOwed = unpaid(
  'earnings_owed',
  'the funds are less than what was moved to them from earnings that are not paid yet, are under review, or were taken back: it goes on when they are not, or cancel the withdrawal',
);

/** The owner has confirmed the address that the account had then. */
const otherAddress = unpaid(
  'address_changed',
  'the payout address was another one: cancel the withdrawal and ask for it again',
);
