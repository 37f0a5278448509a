import { nextAccountHash } from '../../../../sidecar/ledger/account-hash';
import { type AccountAddress, formatAccountAddress } from '../../../../sidecar/ledger/address';
import { formatHex, parseHex } from '../../../../sidecar/ledger/hex';
import { broadcast } from '../../../../sidecar/ledger/transactions/broadcast/layout';
import { sendMany } from '../../../../sidecar/ledger/transactions/send-many/layout';
import { sendOne } from '../../../../sidecar/ledger/transactions/send-one/layout';
import type {
  ChainPosition,
  MessageTransfer,
  PreparedTransfer,
} from '../../../platform/ledger/ledger-client';
import type { Wire } from '../../../platform/ledger/wire';

/** The place in a chain that a wallet was asked to sign for. */
interface SignedPlace {
  readonly sender: string;
  readonly position: ChainPosition;
}

/**
 * Checks that the transfer which a wallet has signed pays the wires that it was asked for, in their order: signed bytes
 * are stored, and sent as they are.
 *
 * @throws {Error} when the transfer pays something else, or stands elsewhere in the chain.
 */
export function assertSignedTransfer(
  prepared: PreparedTransfer,
  { wires, ...place }: SignedPlace & { readonly wires: readonly Wire[] },
): void {
  const body = sendMany.decode(parseHex(prepared.data));
  const paid = body.wires.map(({ recipient, amount }) => ({
    address: formatAccountAddress(recipient),
    amount,
  }));
  const isSame =
    paid.length === wires.length &&
    paid.every(({ address, amount }, at) => {
      const wire = wires[at];
      return address === wire?.address && amount === wire.amount;
    });
  assertInPlace(prepared, place, { ...body, isSame });
}

/** Checks a transfer with a message in the same way. @throws {Error} */
export function assertSignedMessage(
  prepared: PreparedTransfer,
  { transfer, ...place }: SignedPlace & { readonly transfer: MessageTransfer },
): void {
  const body = sendOne.decode(parseHex(prepared.data));
  const isSame =
    formatAccountAddress(body.recipient) === transfer.address &&
    body.amount === transfer.amount &&
    formatHex(body.message).toLowerCase() === transfer.message;
  assertInPlace(prepared, place, { ...body, isSame });
}

/** Checks a broadcast in the same way. @throws {Error} */
export function assertSignedBroadcast(
  prepared: PreparedTransfer,
  { message, ...place }: SignedPlace & { readonly message: Buffer },
): void {
  const body = broadcast.decode(parseHex(prepared.data));
  assertInPlace(prepared, place, { ...body, isSame: message.equals(body.message) });
}

function assertInPlace(
  prepared: PreparedTransfer,
  { sender, position }: SignedPlace,
  signed: {
    readonly sender: AccountAddress;
    readonly messageId: number;
    readonly isSame: boolean;
  },
): void {
  const isOfPlace =
    formatAccountAddress(signed.sender) === sender && signed.messageId === position.messageId;
  if (!isOfPlace || !signed.isSame)
    throw new Error('the wallet has signed another transaction than it was asked for');
  const next = formatHex(nextAccountHash(parseHex(position.hash), parseHex(prepared.signature)));
  if (prepared.next.hash !== next)
    throw new Error('the wallet tells another hash of the account than follows from its signature');
}
