import { type Amount, formatAmount } from '../../../amount';
import { dayMs } from '../../../time';
import type { UnpaidEarnings } from '../../books/earnings.store';
import type { HeldEarnings } from '../../books/held-earnings';
import type { PaymentContext } from '../payment.context';
import { payableTermsOf } from './final-hours.service';
import { networkFeeOf } from './network-fee';
import type { Payee } from './payee.store';
import { leastPeerPayoutOf, payableByDetails, peerWaitOf, readPeersToPay } from './peer-payouts';
import { addressOf, reasonToHold, type Unpaid, unpaid } from './payout-rules';
import { assertPresent } from '../../../present';

/** After this long even less than the minimum is paid. */
const longestWaitMs = 30 * dayMs;
/** Earnings, paid or not. */
export interface EarningPayee {
  readonly accountId: string;
  readonly amount: Amount;
  /** The part of them that a payment may take; not above 0: none. */
  readonly payable: Amount;
  /** The parts of them that the operator reviews. */
  readonly underReview: readonly HeldEarnings[];
  /** How many hours the books keep that are final. */
  readonly oldHours: number;
  readonly address: string | null;
  readonly unpaidSince: Date | null;
  /** Since when they have been due where not all could be paid. */
  readonly dueSince: Date | null;
  /** Why they are not paid; null: they are due. */
  readonly unpaid: Unpaid | null;
  readonly isHeld: boolean;
}

/** Accounts with earnings that are not paid, in the order of their ids, and why they wait. */
export async function listEarningPayees(
  ctx: PaymentContext,
  {
    sender,
    afterId,
    limit,
  }: { readonly sender: string; readonly afterId: string | null; readonly limit: number },
): Promise<readonly EarningPayee[]> {
  const terms = payableTermsOf(ctx, await ctx.settlements.get());
  const earnings = await ctx.books.listEarnings({ afterId, limit }, terms);
  const payees = await ctx.payees.listByIds(earnings.map(({ accountId }) => accountId));
  return judgeEarnings(ctx, { sender, earnings, payees });
}

/** Why earnings wait that some accounts have. @param of.payees with all of these accounts */
export async function judgeEarnings(
  ctx: PaymentContext,
  {
    sender,
    earnings,
    payees,
  }: {
    readonly sender: string;
    readonly earnings: readonly UnpaidEarnings[];
    readonly payees: ReadonlyMap<string, Payee>;
  },
): Promise<readonly EarningPayee[]> {
  if (earnings.length === 0) return [];
  const ids = earnings.map(({ accountId }) => accountId);
  const accounts = await ctx.accounts.listPayable(ids);
  const peersToPay = await readPeersToPay(ctx, accounts);
  const replaced = await ctx.addressClaims.listReplacedOwners(ids);
  return earnings.map(({ accountId, balance, payable: earned, held: underReview, oldHours }) => {
    const account = accounts.get(accountId);
    const remittance = peersToPay.remittances.get(accountId) ?? null;
    const payable = payableByDetails(earned, remittance, ctx.config.payouts);
    const payee = assertPresent(payees.get(accountId), 'there is a payee for every id');
    const held = account
      ? reasonToHold(account, {
          ...{ payee, isClaimReplaced: replaced.has(accountId) },
          ...{ ownAddress: sender, now: ctx.now() },
        })
      : unpaid('no_address', 'there is no such account');
    const address = account ? addressOf(account) : null;
    const waits = () => {
      const known = assertPresent(address, 'who has no address is held');
      if (account?.peerAddress != null) {
        const peer = peersToPay.peers.get(account.peerAddress) ?? null;
        const fee = networkFeeOf(sender, [{ address: known, amount: payable }]);
        return peerWaitOf(payable, {
          ...{ peer, remittance, fee, least: leastPeerPayoutOf(ctx.config) },
          ...{ unpaidSince: payee.unpaidSince, now: ctx.now() },
        });
      }
      return waitOf(ctx, { sender, address: known, balance, payable, underReview, payee });
    };
    return {
      accountId,
      amount: balance,
      payable,
      underReview,
      oldHours,
      address,
      unpaidSince: payee.unpaidSince,
      dueSince: payee.dueSince,
      unpaid: held ?? waits(),
      isHeld: held !== null,
    };
  });
}

function waitOf(
  ctx: PaymentContext,
  payment: {
    readonly sender: string;
    readonly address: string;
    readonly balance: Amount;
    readonly payable: Amount;
    readonly underReview: readonly HeldEarnings[];
    readonly payee: Payee;
  },
): Unpaid | null {
  const { sender, address, balance, payable, underReview, payee } = payment;
  const reasonOf = (amount: Amount) =>
    reasonToWait(amount, {
      minPayout: ctx.config.payouts.least,
      fee: networkFeeOf(sender, [{ address, amount }]),
      unpaidSince: payee.unpaidSince,
      now: ctx.now(),
    });
  const reason = reasonOf(payable);
  if (reason === null) return null;
  const held = underReview.reduce((sum, { amount }) => sum + amount, 0n);
  if (underReview.length > 0 && reasonOf(payable + held) === null)
    return reviewed(held, lastEndOf(underReview));
  const isEarly = payable < balance && reasonOf(balance) === null;
  return isEarly ? notFinal : reason;
}

const lastEndOf = (held: readonly HeldEarnings[]): Date =>
  new Date(Math.max(...held.map(({ until }) => until.getTime())));

const reviewed = (held: Amount, until: Date): Unpaid =>
  unpaid(
    'under_review',
    `${formatAmount(held)} of it are under review, until ${until.toISOString()} at the latest`,
    { amount: held, until },
  );

const notFinal = unpaid(
  'hour_not_final',
  'it is of hours that are not final, or ended less than ADGATE_EARNINGS_DELAY hours ago: an hour is final 10 minutes after its last offers have run out, once its events have a verdict',
);

/** Why earnings are not paid yet that nothing holds; null: they are due. */
function reasonToWait(
  balance: Amount,
  {
    minPayout,
    fee,
    unpaidSince,
    now,
  }: {
    readonly minPayout: Amount;
    /** The network's fee for a payment of its own. */
    readonly fee: Amount;
    readonly unpaidSince: Date | null;
    readonly now: Date;
  },
): Unpaid | null {
  if (balance <= fee)
    return unpaid('below_minimum', `the network takes ${formatAmount(fee)} for a payment`, {
      amount: fee,
    });
  if (balance >= minPayout) return null;
  const isOld = unpaidSince !== null && now.getTime() - unpaidSince.getTime() >= longestWaitMs;
  return isOld
    ? null
    : unpaid('below_minimum', `it is paid from ${formatAmount(minPayout)} on, or after 30 days`, {
        amount: minPayout,
      });
}
