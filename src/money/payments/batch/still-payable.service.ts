import type { DatabaseSession } from '../../../platform/database/transaction';
import { assertPresent } from '../../../present';
import { findLostDeposits } from '../../deposits/lost-deposits.service';
import type { DuePayee } from '../due/due-page';
import { addressOf, reasonToHold } from '../due/payout-rules';
import type { SettlingContext } from '../payment.context';

/**
 * Nothing is paid at an address that its owner has given up, perhaps because it was stolen, nor to somebody who was stopped
 * since the choice, nor withdrawn of an account that has lost a deposit since.
 */
export async function assertStillPayable(
  { accounts, books, payees, addressClaims, deposits, config, now }: SettlingContext,
  chosen: readonly DuePayee[],
  session: DatabaseSession,
): Promise<void> {
  const ids = chosen.map(({ accountId }) => accountId);
  const found = await accounts.listPayable(ids, session);
  const stored = await payees.listByIds(ids, session);
  const replaced = await addressClaims.listReplacedOwners(ids, session);
  const withdrawers = chosen.flatMap((one) => (one.withdrawalId === null ? [] : one.accountId));
  const lost = await findLostDeposits({ books, deposits }, withdrawers, session);
  const [withoutDeposit] = lost.keys();
  if (withoutDeposit !== undefined)
    throw new Error(`a deposit of account ${withoutDeposit} was taken back meanwhile`);
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
