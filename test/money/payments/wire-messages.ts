import { deserialize } from 'bson';
import type { Message, Split } from './process-wire';

/** Where settlement writes. */
const collections = new Set([
  'settlements',
  'payments',
  'paymentBatches',
  'payees',
  'journalEntries',
  'balances',
]);
const writes = ['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'] as const;

const headBytes = 16;
const opMessage = 2013;

/** JSON-RPC over HTTP: requests by their method. */
export const httpSplit = (from: string, to: string) => () => ({
  request: whole((text) => {
    const [, method] = /"method":"(\w+)"/.exec(text) ?? [];
    return method === undefined
      ? null
      : { name: `${from}→${to} ${method}`, mishaps: ['lose', 'cut', 'double', 'delay'] };
  }),
  answer: whole(() => ({ name: `${to}→${from} answer`, mishaps: ['lose', 'cut'] })),
});

/** Frames of the ledger's protocol, as they come. */
export const nodeSplit = (from: string) => () => ({
  request: whole(() => ({ name: `${from}→node frame`, mishaps: ['lose', 'cut'] })),
  answer: whole(() => ({ name: `node→${from} frame`, mishaps: ['lose', 'cut'] })),
});

/** Writes of settlement, and their answers, by MongoDB’s wire protocol (OP_MSG); all else passes. */
export function databaseSplit() {
  /** Transactions that have such a write. */
  const transactions = new Set<string>();
  const asked = new Map<number, string>();
  const nameOf = (frame: Buffer): string | null => {
    if (frame.readInt32LE(12) !== opMessage || frame[headBytes + 4] !== 0) return null;
    const command = deserialize(frame.subarray(headBytes + 5, frame.length), {
      allowObjectSmallerThanBufferSize: true,
      promoteBuffers: true,
    });
    const { lsid, txnNumber } = command;
    const transaction = txnNumber === undefined ? null : JSON.stringify([lsid, txnNumber]);
    if (command['commitTransaction'] === 1)
      return transaction !== null && transactions.delete(transaction) ? 'commit' : null;
    const write = writes.find((one) => collections.has(String(command[one])));
    if (write === undefined) return null;
    if (transaction !== null) transactions.add(transaction);
    return `${write} ${String(command[write])}`;
  };
  return {
    request: framed((frame) => {
      const name = nameOf(frame);
      if (name === null) return null;
      asked.set(frame.readInt32LE(4), name);
      return { name: `gateway→database ${name}`, mishaps: [] };
    }),
    answer: framed((frame) => {
      const id = frame.readInt32LE(8);
      const name = asked.get(id);
      asked.delete(id);
      return name === undefined ? null : { name: `database→gateway ${name} done`, mishaps: [] };
    }),
  };
}

const whole =
  (messageOf: (text: string) => Message | null): Split =>
  (chunk) => [{ bytes: chunk, message: messageOf(chunk.toString('latin1')) }];

/** Messages that begin with their length. */
function framed(messageOf: (frame: Buffer) => Message | null): Split {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const found: { bytes: Buffer; message: Message | null }[] = [];
    while (rest.length >= headBytes && rest.length >= rest.readInt32LE(0)) {
      const bytes = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(bytes.length);
      found.push({ bytes, message: messageOf(bytes) });
    }
    return found;
  };
}
