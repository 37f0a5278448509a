import { nextAccountHash } from '../../../../sidecar/ledger/account-hash';
import { formatAccountAddress } from '../../../../sidecar/ledger/address';
import { formatHex, parseHex } from '../../../../sidecar/ledger/hex';
import { sendMany } from '../../../../sidecar/ledger/transactions/send-many/layout';
import type { ChainPosition, PreparedTransfer } from '../../../platform/ledger/ledger-client';
import type { Wire } from '../../../platform/ledger/wire';

/** The request to a wallet. */
interface TransferOrder {
  readonly sender: string;
  readonly position: ChainPosition;
  readonly wires: readonly Wire[];
}

/**
 * Holds what a wallet has signed to what it was asked for: bytes that are stored are sent as they are.
 *
 * @throws {Error} when they pay something else, or stand elsewhere in the chain.
 */
export function assertSigned(prepared: PreparedTransfer, order: TransferOrder): void {
  const body = sendMany.decode(parseHex(prepared.data));
  const paid = body.wires.map(({ recipient, amount }) => ({
    address: formatAccountAddress(recipient),
    amount,
  }));
  const { position, sender, wires } = order;
  const isSame =
    formatAccountAddress(body.sender) === sender &&
    body.messageId === position.messageId &&
    paid.length === wires.length &&
    paid.every(({ address, amount }, at) => {
      const wire = wires[at];
      return address === wire?.address && amount === wire.amount;
    });
  if (!isSame) throw new Error('the wallet has signed another transfer than it was asked for');
  const next = formatHex(nextAccountHash(parseHex(position.hash), parseHex(prepared.signature)));
  if (prepared.next.hash !== next)
    throw new Error('the wallet tells another hash of the account than follows from its signature');
}
