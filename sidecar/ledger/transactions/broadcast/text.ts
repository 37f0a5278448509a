import { LedgerDataError } from '../../errors';
import { formatHex, parseHex } from '../../hex';
import { member } from '../../members';
import type { BodyOf } from '../../transaction';
import { defineText } from '../../transaction-text';
import { maxBroadcastBytes, type broadcast } from './layout';

const members = { message: member('string', parseMessage) };

/** JSON form: the message is hex. */
export const broadcastText = defineText<BodyOf<typeof broadcast>, typeof members>({
  members,
  toBody: ({ message }, header) => ({ ...header, message }),
  print: ({ message }) => ({
    between: { message_length: String(message.length), message: formatHex(message) },
  }),
});

function parseMessage(text: string): Uint8Array {
  const message = parseHex(text);
  if (message.length >= 1 && message.length <= maxBroadcastBytes) return message;
  throw new LedgerDataError(`expected 1 to ${maxBroadcastBytes} bytes, got ${message.length}`);
}
