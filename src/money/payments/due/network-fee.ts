import { parseAccountAddress } from '../../../../sidecar/ledger/address';
import { sendMany } from '../../../../sidecar/ledger/transactions/send-many/layout';
import type { Amount } from '../../../amount';
import type { Wire } from '../../../platform/ledger/wire';

/** The rest that a paying account must keep; a node administrator's keeps more. @see docs/ledger-protocol.md §10 */
export function leastBalanceOf(sender: string): Amount {
  return parseAccountAddress(sender).user === 0 ? 100_000_000_000n : 20_000_000n;
}

/** The network's fee for one transfer to all of these: 10^-11 coins. @see docs/ledger-protocol.md §10 */
export function networkFeeOf(sender: string, wires: readonly Wire[]): Amount {
  const parsed = wires.map(({ address, amount }) => ({
    recipient: parseAccountAddress(address),
    amount,
  }));
  const header = { sender: parseAccountAddress(sender), messageId: 0, time: 0 };
  return sendMany.costOf({ ...header, wires: parsed }).fee;
}
