/**
 * Transactions encoded, decoded, signed and verified per second, against bare `node:crypto` where a key
 * is at work, and against filling and reading a buffer by hand where bytes are.
 *
 * Run: `npm run build && npx node dist/bench/codec.js`
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { sendOne } from '../sidecar/ledger/transactions/send-one/layout';
import { parseTransaction } from '../sidecar/ledger/parse-transaction';
import { nextAccountHash } from '../sidecar/ledger/account-hash';
import { signingKey } from '../sidecar/ledger/signing';
import { transactionMessage, verifier } from '../sidecar/ledger/signature';
import { reportRatio } from './support/report';
import { median } from './support/statistics';

const rounds = 7;
const windowMs = 300;

const seed = new Uint8Array(32).fill(7);
const hash = new Uint8Array(32).fill(9);
const body = {
  sender: { node: 1, user: 2 },
  messageId: 7,
  time: 1_795_237_254,
  recipient: { node: 1, user: 3 },
  amount: 125_000_000_000n,
  message: new Uint8Array(32),
};
const data = sendOne.encode(body);
const message = transactionMessage(hash, data);
const key = signingKey(seed);
const signature = key.sign(message);
const verifyByKey = verifier(key.publicKey);

const bareKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
const barePublicKey = createPublicKey(bareKey);

/** The same 61 bytes with nothing but a buffer's own methods. */
function encodeByHand(): Buffer {
  const bytes = Buffer.alloc(61);
  bytes[0] = 4;
  bytes.writeUInt16LE(body.sender.node, 1);
  bytes.writeUInt32LE(body.sender.user, 3);
  bytes.writeUInt32LE(body.messageId, 7);
  bytes.writeUInt32LE(body.time, 11);
  bytes.writeUInt16LE(body.recipient.node, 15);
  bytes.writeUInt32LE(body.recipient.user, 17);
  bytes.writeBigInt64LE(body.amount, 21);
  bytes.set(body.message, 29);
  return bytes;
}

function decodeByHand(): object {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  return {
    sender: { node: bytes.readUInt16LE(1), user: bytes.readUInt32LE(3) },
    messageId: bytes.readUInt32LE(7),
    time: bytes.readUInt32LE(11),
    recipient: { node: bytes.readUInt16LE(15), user: bytes.readUInt32LE(17) },
    amount: bytes.readBigInt64LE(21),
    message: Uint8Array.from(bytes.subarray(29, 61)),
  };
}

const pairs: Readonly<Record<string, readonly [subject: () => unknown, bare: () => unknown]>> = {
  'encode send_one / by hand': [() => sendOne.encode(body), encodeByHand],
  'decode send_one / by hand': [() => sendOne.decode(data), decodeByHand],
  'check prepared data / by hand': [() => parseTransaction(data), decodeByHand],
  'encode, sign, next hash / bare sign': [
    () => {
      const made = key.sign(transactionMessage(hash, sendOne.encode(body)));
      return nextAccountHash(hash, made);
    },
    () => sign(null, message, bareKey),
  ],
  'verify / bare verify': [
    () => verifyByKey(message, signature),
    () => verify(null, message, barePublicKey, signature),
  ],
};

/** Runs for one window; returns runs per second. */
function measure(run: () => unknown): number {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < windowMs) {
    for (let batch = 0; batch < 100; batch += 1) run();
    count += 100;
  }
  return (count * 1000) / (performance.now() - startedAt);
}

for (const [name, [subject, bare]] of Object.entries(pairs)) {
  const rates: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) rates.push([measure(subject), measure(bare)]);
  const ours = median(rates.slice(1).map(([rate]) => rate));
  const theirs = median(rates.slice(1).map(([, rate]) => rate));
  reportRatio(`L1 ${name}`, `${ours.toFixed(0)}/s / ${theirs.toFixed(0)}/s`, ours / theirs);
}
