import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { LedgerDataError } from '../../../sidecar/ledger/errors';
import { formatHex } from '../../../sidecar/ledger/hex';
import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import { sendMany } from '../../../sidecar/ledger/transactions/send-many/layout';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import type { Wire } from './wire';

/** A transaction in a closed block. */
export interface ClosedTransaction {
  /** When its block begins. */
  readonly block: Date;
  readonly sender: string;
  readonly messageId: number;
  /** Hex, upper-case: all that the signature covers beside the account's hash. */
  readonly data: string;
  /** Hex, 128 upper-case digits. */
  readonly signature: string;
  /** Payees with their amounts; empty unless the transaction is a transfer. */
  readonly wires: readonly Wire[];
  /** 64 lower-case hex digits; null for what carries none. */
  readonly message: string | null;
}

const signatureDigits = 128;

/**
 * Takes a transaction apart that the ledger has told.
 *
 * @param hex its bytes, the signature behind them
 * @returns null for what no account has sent: nodes write entries of their own into the ledger.
 */
export function parseClosedTransaction(hex: string, block: Date): ClosedTransaction | null {
  const data = hex.slice(0, -signatureDigits);
  const bytes = Buffer.from(data, 'hex');
  try {
    const { sender, messageId } = parseTransaction(bytes);
    return {
      block,
      sender: formatAccountAddress(sender),
      messageId,
      data,
      signature: hex.slice(-signatureDigits),
      ...transferOf(bytes),
    };
  } catch (error) {
    if (error instanceof LedgerDataError) return null;
    throw error;
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
