import type { DatabaseSession } from '../../../platform/database/transaction';
import { assertPresent } from '../../../present';
import { findLostDeposits } from '../../deposits/lost-deposits.service';
import type { DuePayee } from '../due/due-page';
import { addressOf, reasonToHold } from '../due/payout-rules';
import type { SettlingContext } from '../payment.context';
import { findUncovered } from '../../withdrawals/lacking-earnings.service';

/**
 * Nothing is paid at an address that its owner has given up, perhaps because it was stolen, nor to somebody who was stopped
 * since the choice, nor withdrawn of an account that has lost a deposit or earnings since.
 */
export async function assertStillPayable(
  ctx: SettlingContext,
  chosen: readonly DuePayee[],
  session: DatabaseSession,
): Promise<void> {
  const { accounts, payees, addressClaims, config, now } = ctx;
  const ids = chosen.map(({ accountId }) => accountId);
  const found = await accounts.listPayable(ids, session);
  const stored = await payees.listByIds(ids, session);
  const replaced = await addressClaims.listReplacedOwners(ids, session);
  const withdrawers = chosen.flatMap((one) => (one.withdrawalId === null ? [] : one.accountId));
  await assertNothingLost(ctx, withdrawers, session);
  for (const { accountId, address } of chosen) {
    const account = found.get(accountId);
    const payee = assertPresent(stored.get(accountId), 'there is a payee for every id');
    if (!account || addressOf(account) !== address)
      throw new Error(`account ${accountId} has another address meanwhile`);
    if (account.suspendedReason !== null)
      throw new Error(`account ${accountId} was suspended meanwhile`);
    if (payee.heldReason !== null) throw new Error(`account ${accountId} was held meanwhile`);
    const held = reasonToHold(account, {
      ...{ payee, isClaimReplaced: replaced.has(accountId) },
      ...{ ownAddress: config.ledgerAddress, now: now() },
    });
    if (held !== null) throw new Error(`account ${accountId} waits meanwhile: ${held.message}`);
  }
}

async function assertNothingLost(
  ctx: SettlingContext,
  withdrawers: readonly string[],
  session: DatabaseSession,
): Promise<void> {
  const [withoutDeposit] = (await findLostDeposits(ctx, withdrawers, session)).keys();
  if (withoutDeposit !== undefined)
    throw new Error(`a deposit of account ${withoutDeposit} was taken back meanwhile`);
  const [uncovered] = await findUncovered(ctx, withdrawers, session);
  if (uncovered !== undefined)
    throw new Error(`earnings of account ${uncovered} were taken back or held meanwhile`);
}
