import type { AccountRecord } from '../ledger/account';
import { accountAddress, type AccountAddress } from '../ledger/address';
import { formatAmount } from '../ledger/amount';
import { decode, encode, struct, u8 } from '../ledger/codec';
import { LedgerDataError } from '../ledger/errors';
import { onChainTransaction } from '../ledger/on-chain-transaction';
import { nextAccountHash } from '../ledger/account-hash';
import { transactionMessage } from '../ledger/signature';
import { transactionHeader, type TransactionHeader } from '../ledger/transaction';
import type { TransactionCost } from '../ledger/transaction';
import type { Transaction } from '../ledger/transaction-kind';
import { transactionTypes } from '../ledger/transactions/index';
import { Refusal, requireThat } from '../ledger/refusal';
import { ledgerErrorCodes } from '../ledger/errors';
import { nodeStateOf } from './node-state';
import { answerRead, isRead } from './reads';
import { timeOf } from './request-time';
import { blockOf, findAnyAccount, type Scene } from './scene';
import { isSignedBy } from './signature';
import type { Misfit } from '../ledger/node-rule';
import { typeByteOf } from './request-type';

/** A request as it came: data with the additional part, and the 64 bytes after it. */
export interface NodeRequest {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** The node's answer: an error number and the bytes that follow it. */
export interface NodeAnswer {
  readonly code: number;
  readonly payload: Uint8Array;
}

/** Least balance after a transaction, of an account and of the node's administrator. */
const minimumBalance = 20_000_000n;
const minimumOfAdministrator = 100_000_000_000n;
/** A request may be this far ahead of the node's clock. */
const maxAheadSeconds = 3;

const prefix = struct({ type: u8, sender: accountAddress });
const head = struct({ type: u8, ...transactionHeader });

/** The surroundings in which one request is carried out. */
interface Setting extends Scene {
  readonly isReadOnly: boolean;
  /** The ledger as the request sees it, if it is a read. */
  readView(): Scene;
}

/** Reads the signing account out of the first 7 bytes of any request. */
export function senderOf(data: Uint8Array): AccountAddress {
  return decode(prefix, data.subarray(0, prefix.minSize)).sender;
}

/**
 * Carries one request out and checks it in the order of docs/ledger-protocol.md §17. A refused request has
 * changed nothing. An accepted one has to be committed before it is answered.
 */
export function execute(scene: Setting, request: NodeRequest): NodeAnswer {
  try {
    return { code: 0, payload: carryOut(scene, request) };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, payload: Buffer.from(error.info) };
    throw error;
  }
}

function carryOut(scene: Setting, request: NodeRequest): Uint8Array {
  const sender = senderOf(request.data);
  const account = findAnyAccount(scene, sender);
  requireThat(account !== null, ledgerErrorCodes.noUser);
  const tag = typeByteOf(request.data);
  const type = transactionTypes.get(tag);
  requireThat(type !== undefined || isRead(tag), ledgerErrorCodes.noUser);
  const signed = type ? request.data.subarray(0, signedSizeOf(type, request)) : request.data;
  const message = type ? transactionMessage(account.hash, signed) : signed;
  requireThat(
    isSignedBy(account.publicKey, { message, signature: request.signature }),
    ledgerErrorCodes.wrongSignature,
  );
  requireThat(timeOf(request.data) <= scene.now + maxAheadSeconds, ledgerErrorCodes.timeInFuture);
  requireThat(sender.node === scene.head.node, ledgerErrorCodes.cannotOpenBank);
  if (!type) return answerRead(scene.readView(), request.data);
  requireThat(!scene.isReadOnly, ledgerErrorCodes.readOnly);
  return transact(scene, { type, account, request });
}

function signedSizeOf({ unsignedBlock }: Transaction, { data }: NodeRequest): number {
  return data.length - (unsignedBlock?.size ?? 0);
}

/** A request that is a transaction, with the sender's account. */
interface Attempt {
  readonly type: Transaction;
  readonly account: AccountRecord;
  readonly request: NodeRequest;
}

function transact(scene: Scene, attempt: Attempt): Uint8Array {
  const { type, account, request } = attempt;
  const state = nodeStateOf(scene);
  const header = decode(head, request.data.subarray(0, head.minSize));
  requireThat(header.messageId === account.messageId, ledgerErrorCodes.badMessageId);
  const { body, misfit } = decodeBody(type, request.data);
  const cost = misfit ? misfit.costOf(header, request.data) : type.costOf(body);
  assertAffordable(account, cost, header.sender);
  if (misfit) throw new Refusal(misfit.code);
  type.rule.assertAllowed(state, body);
  return commit(scene, { ...attempt, cost, body: type.rule.fill(state, body) });
}

type DecodedBody =
  | { readonly body: TransactionHeader; readonly misfit: null }
  | { readonly body: null; readonly misfit: Misfit };

/** The body; for data that does not fit the layout the type's `misfit` rule, where it has one. */
function decodeBody(type: Transaction, data: Uint8Array): DecodedBody {
  const { misfit } = type.rule;
  try {
    return { body: type.decode(data), misfit: null };
  } catch (error) {
    if (error instanceof LedgerDataError && misfit) return { body: null, misfit };
    throw error;
  }
}

/** @throws {Refusal} */
function assertAffordable(
  { balance }: AccountRecord,
  { amount, fee }: TransactionCost,
  { user }: AccountAddress,
): void {
  requireThat(amount >= 0n, ledgerErrorCodes.amountBelowZero);
  const minimum = user === 0 ? minimumOfAdministrator : minimumBalance;
  requireThat(
    amount + fee <= balance - minimum,
    ledgerErrorCodes.tooLowBalance,
    `Account balance after transaction must be at least ${formatAmount(minimum)}`,
  );
}

function commit(
  scene: Scene,
  done: Attempt & { readonly cost: TransactionCost; readonly body: TransactionHeader },
): Uint8Array {
  const { type, account, request, cost, body } = done;
  const { store, chain, head: before } = scene;
  const place = { message: before.messageId, position: before.queued + 1 };
  const after = type.rule.amend(spend(scene, done), body);
  const data = type.encode(body);
  chain.addTransaction(
    place,
    encode(onChainTransaction, { kind: 'transaction', data, signature: request.signature }),
  );
  store.saveAccount(body.sender.user, after);
  const state = nodeStateOf(scene);
  type.rule.apply(state, { type: type.type, body, cost, place, before: account, after });
  store.saveHead({
    ...before,
    queued: place.position,
    queuedBytes: before.queuedBytes + data.length + request.signature.length,
  });
  return type.encodeReceipt({
    account: after,
    nodeMessageId: place.message,
    position: place.position,
    newUser: 'user' in body && typeof body.user === 'number' ? body.user : 0,
  });
}

/** The sender's record after the transaction, without what only this type changes. */
function spend(
  scene: Scene,
  done: Attempt & { readonly cost: TransactionCost; readonly body: TransactionHeader },
): AccountRecord {
  const { type, account, request, cost, body } = done;
  return {
    ...account,
    messageId: account.messageId + 1,
    time: body.time,
    hash: nextAccountHash(account.hash, request.signature),
    localChange: blockOf(scene, scene.now),
    ...(type.rule.unpairs && { pairedUser: 0, pairedNode: 0 }),
    balance: account.balance - cost.amount - cost.fee,
  };
}
