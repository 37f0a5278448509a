import { ledgerErrorCodes } from '../../errors';
import { defineRule, type NodeRule, type NodeState } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { StatusChange } from '../../status-bits';
import { logStatus, logStatusOfTarget } from '../../transaction-log';
import type { AccountStatusBody } from './layout';

/** Marks a deleted account. No transaction may change it. */
const deletedBit = 0b1;
/** Bits 4 to 15: only the account itself and the node's administrator may change them. */
const ownBits = 0xfff0;

function assertAllowed(state: NodeState, { sender, account, status }: AccountStatusBody): void {
  requireThat(state.findAccount(account) !== null, ledgerErrorCodes.badTargetUser);
  requireThat(account.node === state.node, ledgerErrorCodes.remoteStatus);
  requireThat((status & deletedBit) === 0, ledgerErrorCodes.statusNotAuthorized);
  const isOwner = sender.user === account.user || sender.user === 0;
  requireThat(isOwner || (status & ownBits) === 0, ledgerErrorCodes.statusNotAuthorized);
}

/** @param change sets or clears the bits */
export function accountStatusRule(change: StatusChange): NodeRule<AccountStatusBody> {
  return defineRule<AccountStatusBody>({
    assertAllowed,
    amend: (record, { sender, account, status }) =>
      sender.user === account.user ? { ...record, status: change(record.status, status) } : record,
    apply(state, done) {
      const { account, status, sender } = done.body;
      const target = state.findAccount(account);
      if (target && account.user !== sender.user) {
        state.saveAccount(account.user, { ...target, status: change(target.status, status) });
      }
      logStatus(state, done, { other: account, status });
      logStatusOfTarget(state, done, { user: account.user, status });
    },
  });
}
