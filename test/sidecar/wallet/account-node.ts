import type { Socket } from 'node:net';
import { parseHex } from '../../../sidecar/ledger/hex';
import { encode } from '../../../sidecar/ledger/codec';
import { accountRecord, type AccountRecord } from '../../../sidecar/ledger/account';
import { isSignatureOf, transactionMessage } from '../../../sidecar/ledger/signature';
import { nextAccountHash } from '../../../sidecar/ledger/account-hash';
import { parseSecret } from '../../../sidecar/ledger/signing';
import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import { startNode, type StandInNode } from '../support';
import { testAccount } from './support';

/** The deed of the stand-in on a transaction that it could accept. */
export type Verdict =
  | 'accept'
  | 'accept, then hang up'
  | 'accept, but say wrong signature'
  | 'hang up'
  | number;

/** A stand-in that keeps one account's chain as a node does: number, hash and signature must fit. */
export interface AccountNode extends StandInNode {
  /** Transactions applied, in order. */
  readonly applied: readonly { readonly messageId: number; readonly data: string }[];
  /** Read requests answered. */
  reads(): number;
  /** Moves the account on as if another holder of the key had sent something. */
  advance(): void;
  /** From now on tells of accepted transactions with this in the account's record. */
  distortReceipt(changed: Partial<AccountRecord>): void;
  /** Resolves when the next transaction has come whole. */
  nextRequest(): Promise<null>;
  /** Decides the next transactions, one each; when they are used up, everything is accepted. */
  readonly verdicts: Verdict[];
}

function frame(code: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(4 + payload.length, 0);
  head.writeUInt32LE(code, 4);
  return Buffer.concat([head, payload]);
}

/** Starts a node that has the account of the tests, with number 1. */
export async function startAccountNode(): Promise<AccountNode> {
  const { publicKey } = parseSecret(testAccount.secret);
  let record: AccountRecord = {
    messageId: 1,
    time: 0,
    publicKey,
    hash: new Uint8Array(32).fill(1),
    localChange: 0,
    pairedUser: 0,
    pairedNode: 0,
    status: 0,
    remoteChange: 0,
    balance: 10n ** 15n,
    checksum: new Uint8Array(32),
  };
  const applied: { messageId: number; data: string }[] = [];
  const verdicts: Verdict[] = [];
  let reads = 0;
  let distortion: Partial<AccountRecord> = {};
  let arrived = Promise.withResolvers<null>();

  function answerTransaction(body: Buffer, socket: Socket): void {
    const data = body.subarray(0, -64);
    const signature = body.subarray(-64);
    const { messageId, type, wire, signedBytes } = parseTransaction(data);
    const message = transactionMessage(record.hash, wire.subarray(0, signedBytes));
    if (!isSignatureOf(publicKey, { message, signature })) {
      socket.write(frame(15, new Uint8Array(0)));
      return;
    }
    if (messageId !== record.messageId) {
      socket.write(frame(11, new Uint8Array(0)));
      return;
    }
    const verdict = verdicts.shift() ?? 'accept';
    if (typeof verdict === 'number') {
      socket.write(frame(verdict, new Uint8Array(0)));
      return;
    }
    if (verdict !== 'hang up') {
      applied.push({ messageId, data: data.toString('hex') });
      record = {
        ...record,
        messageId: messageId + 1,
        hash: nextAccountHash(record.hash, signature),
      };
    }
    if (verdict === 'accept, but say wrong signature') {
      socket.write(frame(15, new Uint8Array(0)));
      return;
    }
    if (verdict !== 'accept') {
      socket.destroy();
      return;
    }
    const account = { ...record, ...distortion };
    const receipt = { account, nodeMessageId: 5, position: applied.length, newUser: 0 };
    socket.write(frame(0, type.encodeReceipt(receipt)));
  }

  const node = await startNode((request, socket) => {
    const body = Buffer.from(parseHex(request)).subarray(4);
    if (body[0]! < 16) {
      arrived.resolve(null);
      arrived = Promise.withResolvers();
      answerTransaction(body, socket);
      return;
    }
    reads += 1;
    const bytes = encode(accountRecord, record);
    socket.write(frame(0, Buffer.concat([bytes, bytes])));
  });
  return Object.assign(node, {
    applied,
    verdicts,
    reads: () => reads,
    nextRequest: () => arrived.promise,
    distortReceipt(changed: Partial<AccountRecord>) {
      distortion = changed;
    },
    advance() {
      record = { ...record, messageId: record.messageId + 1, hash: new Uint8Array(32).fill(9) };
    },
  });
}
