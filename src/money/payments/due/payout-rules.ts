import type { Amount } from '../../../amount';
import type { PayableAccount } from '../../../identity/accounts/account';
import { ledgerNetwork } from '../../../identity/accounts/payout-address';
import { goodFromOf } from '../../../identity/accounts/payout-hold';
import { dayMs } from '../../../time';
import type { Payee } from './payee.store';

/** Why something is not paid. */
export const unpaidReasons = [
  'below_minimum',
  'no_address',
  'foreign_network',
  'own_address',
  'hour_not_final',
  'under_review',
  'details_not_written',
  'address_changed',
  'deposit_replaced',
  'earnings_owed',
  'claim_replaced',
  'email_changed',
  'second_factor_reset',
  'address_refused',
  'account_suspended',
  'held_by_operator',
  'settlement_paused',
  'daily_limit',
  'no_server_funds',
] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/** Facts that a reason names: a client that says it in words of its own needs them beside its code. */
interface UnpaidFacts {
  /** The end of the wait, where it is known. */
  readonly until?: Date;
  /** Unit: 10^-11 coins. The limit that counts, or the part that waits. */
  readonly amount?: Amount;
  /** Words of the operator, or of the ledger. */
  readonly words?: string;
}

export interface Unpaid extends UnpaidFacts {
  readonly code: UnpaidReason;
  /** For people. */
  readonly message: string;
}

export const unpaid = (code: UnpaidReason, message: string, facts: UnpaidFacts = {}): Unpaid => ({
  ...{ code, message },
  ...facts,
});

/** After this wait no payee who became due later overtakes. */
const patienceMs = 7 * dayMs;

export function hasWaitedLong(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= patienceMs;
}

/** The address on this ledger that an account is paid at; null: none. */
export function addressOf({ payoutAddress }: Pick<PayableAccount, 'payoutAddress'>): string | null {
  return payoutAddress?.startsWith(ledgerNetwork) === true
    ? payoutAddress.slice(ledgerNetwork.length)
    : null;
}

interface HoldFacts {
  readonly payee: Payee;
  /** True where the ledger has replaced the block that showed one of the account's addresses. */
  readonly isClaimReplaced: boolean;
  readonly ownAddress: string;
  readonly now: Date;
}

/** Why an account is not paid whatever it has earned; null: it is. */
export function reasonToHold(
  account: PayableAccount,
  { payee, isClaimReplaced, ownAddress, now }: HoldFacts,
): Unpaid | null {
  const address = addressOf(account);
  if (payee.heldReason !== null)
    return unpaid('held_by_operator', `held by the operator: ${payee.heldReason}`, {
      words: payee.heldReason,
    });
  if (account.suspendedReason !== null)
    return unpaid('account_suspended', 'the account is suspended');
  if (isClaimReplaced) return claimReplaced;
  if (account.payoutAddress === null) return unpaid('no_address', 'there is no payout address');
  if (address === null)
    return unpaid('foreign_network', 'the payout address is of another network');
  if (address === ownAddress)
    return unpaid('own_address', 'the payout address is the server’s own');
  if (address === payee.refusedAddress)
    return unpaid(
      'address_refused',
      `the ledger does not pay to this address: ${payee.refusal ?? 'no reason given'}`,
      payee.refusal === null ? {} : { words: payee.refusal },
    );
  return (
    unpaidUntil(account.payoutAddressChangedAt, now, (until) =>
      unpaid(
        'address_changed',
        `the payout address was changed: it is good from ${until.toISOString()} on`,
        { until },
      ),
    ) ??
    unpaidUntil(account.emailChangedAt, now, (until) =>
      unpaid(
        'email_changed',
        `the email was changed: payments go on from ${until.toISOString()} on`,
        { until },
      ),
    ) ??
    unpaidUntil(account.secondFactorResetAt, now, (until) =>
      unpaid(
        'second_factor_reset',
        `the second factor was reset: payments go on from ${until.toISOString()} on`,
        { until },
      ),
    )
  );
}

/** Money that came along with the address may be somebody else’s. */
const claimReplaced = unpaid(
  'claim_replaced',
  'the ledger has replaced the block that showed whose address one of this account is: payments go on when a block has the transfer again, or the operator vouches for it',
);

/** @param changedAt null: never */
function unpaidUntil(
  changedAt: Date | null,
  now: Date,
  toUnpaid: (goodFrom: Date) => Unpaid,
): Unpaid | null {
  const goodFrom = changedAt && goodFromOf(changedAt);
  return goodFrom !== null && now < goodFrom ? toUnpaid(goodFrom) : null;
}
