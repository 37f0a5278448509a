import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { formatHex } from '../../../sidecar/ledger/hex';
import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import { sendMany } from '../../../sidecar/ledger/transactions/send-many/layout';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import { LedgerFailure } from './ledger-failure';
import type { Wire } from './wire';

/** A transaction in a closed block. */
export interface ClosedTransaction {
  readonly sender: string;
  readonly messageId: number;
  /** Hex, 128 upper-case digits. */
  readonly signature: string;
  /** Who gets what; empty unless it is a transfer. */
  readonly wires: readonly Wire[];
  /** 64 lower-case hex digits; null for what carries none. */
  readonly message: string | null;
}

const signatureDigits = 128;

/**
 * Takes a transaction apart that the ledger has told.
 *
 * @param hex its bytes, the signature behind them
 * @throws {LedgerFailure} when the bytes are not a transaction.
 */
export function parseClosedTransaction(hex: string): ClosedTransaction {
  const data = Buffer.from(hex.slice(0, -signatureDigits), 'hex');
  try {
    const { sender, messageId } = parseTransaction(data);
    return {
      sender: formatAccountAddress(sender),
      messageId,
      signature: hex.slice(-signatureDigits),
      ...transferOf(data),
    };
  } catch (error) {
    throw new LedgerFailure('malformed', 'get_transaction: not a transaction', { cause: error });
  }
}

function transferOf(data: Uint8Array): Pick<ClosedTransaction, 'wires' | 'message'> {
  if (data[0] === sendOne.type) {
    const { message, ...wire } = sendOne.decode(data);
    return { wires: [toWire(wire)], message: formatHex(message).toLowerCase() };
  }
  if (data[0] !== sendMany.type) return { wires: [], message: null };
  return { wires: sendMany.decode(data).wires.map(toWire), message: null };
}

function toWire({
  recipient,
  amount,
}: {
  readonly recipient: Parameters<typeof formatAccountAddress>[0];
  readonly amount: bigint;
}): Wire {
  return { address: formatAccountAddress(recipient), amount };
}
