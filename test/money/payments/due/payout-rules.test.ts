import { describe, expect, it } from '@jest/globals';
import type { PayableAccount } from '../../../../src/identity/accounts/account';
import { hasWaitedLong, reasonToHold } from '../../../../src/money/payments/due/payout-rules';
import type { Payee } from '../../../../src/money/payments/due/payee.store';

const dayMs = 86_400_000;
const at = new Date('2026-11-22T10:00:00Z');
const after = (ms: number): Date => new Date(at.getTime() + ms);

const account: PayableAccount = {
  payoutAddress: 'ads:0001-00000003-AB0C',
  ...{ payoutAddressChangedAt: null, emailChangedAt: null, secondFactorResetAt: null },
  ...{ suspendedReason: null, peerAddress: null },
};
const payee: Payee = {
  ...{ accountId: 'a'.repeat(32), unpaidSince: null, dueSince: null, heldReason: null },
  ...{ refusedAddress: null, refusal: null },
};

describe('payments to an account', () => {
  it.each([
    ['a change of its payout address', 'payoutAddressChangedAt', 'address_changed'],
    ['a change of its email', 'emailChangedAt', 'email_changed'],
    ['a reset of its second factor', 'secondFactorResetAt', 'second_factor_reset'],
  ] as const)('wait for a day after %s, to the millisecond', (_change, member, code) => {
    const heldAt = (ms: number) =>
      reasonToHold(
        { ...account, [member]: at },
        { payee, isClaimReplaced: false, ownAddress: '0001-00000001-8B4E', now: after(ms) },
      );
    expect(heldAt(dayMs - 1)).toMatchObject({ code, until: after(dayMs) });
    expect(heldAt(dayMs)).toBeNull();
  });

  it('come before later ones once they have waited for seven days, to the millisecond', () => {
    expect([hasWaitedLong(at, after(7 * dayMs - 1)), hasWaitedLong(at, after(7 * dayMs))]).toEqual([
      false,
      true,
    ]);
  });
});
