import { LedgerDataError } from '../../ledger/errors';
import { parseHex } from '../../ledger/hex';
import { broadcast, maxBroadcastBytes } from '../../ledger/transactions/broadcast';
import { defineTransactionMethod } from './method';

/** Publishes a message of 1 to 32,000 bytes, given in hex. */
export const broadcastMethod = defineTransactionMethod({
  name: broadcast.method,
  required: { message: 'string' },
  optional: {},
  readers: (given) => ({ message: () => parseMessage(given.message) }),
  build: (header, { message }) => broadcast.encode({ ...header, message }),
});

function parseMessage(text: string): Uint8Array {
  const message = parseHex(text);
  if (message.length >= 1 && message.length <= maxBroadcastBytes) return message;
  throw new LedgerDataError(`expected 1 to ${maxBroadcastBytes} bytes, got ${message.length}`);
}
