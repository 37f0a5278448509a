import type { AccountRecord } from '../ledger/account';
import { accountAddress, type AccountAddress } from '../ledger/address';
import { formatAmount } from '../ledger/amount';
import { decode, encode, struct, u8 } from '../ledger/codec';
import { LedgerDataError } from '../ledger/errors';
import { onChainTransaction } from '../ledger/on-chain-transaction';
import { encodeReceipt } from '../ledger/receipt';
import { nextAccountHash, transactionMessage } from '../ledger/signing';
import { transactionHeader, type TransactionHeader } from '../ledger/transaction';
import { broadcast } from '../ledger/transactions/broadcast';
import type { TransactionCost } from '../ledger/transaction';
import { Refusal, refusals, requireThat } from './errors';
import { answerRead, isRead } from './reads';
import { timeOf } from './request-time';
import { blockOf, findAnyAccount, type Scene } from './scene';
import { isSignedBy } from './signature';
import type { TransactionRule } from './transaction-rule';
import { transactionRules } from './transaction-rules';

/** A request as it came: data with the additional part, and the 64 bytes after it. */
export interface NodeRequest {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** What the node answers: error number and what follows it. */
export interface NodeAnswer {
  readonly code: number;
  readonly payload: Uint8Array;
}

/** A balance has to stay above this; the administrator's above the other. */
const minimumBalance = 20_000_000n;
const minimumOfAdministrator = 100_000_000_000n;
/** A request may be this far ahead of the node's clock. */
const maxAheadSeconds = 3;

const prefix = struct({ type: u8, sender: accountAddress });
const head = struct({ type: u8, ...transactionHeader });

/** Who signs, by the first 7 bytes of any request. */
export function senderOf(data: Uint8Array): AccountAddress {
  return decode(prefix, data.subarray(0, prefix.minSize)).sender;
}

/**
 * Carries one request out, in the order of checks of protocol.md, section 17. What it refuses has
 * changed nothing; what it accepts has to be committed before anybody hears of it.
 */
export function execute(
  scene: Scene & { readonly isReadOnly: boolean },
  request: NodeRequest,
): NodeAnswer {
  try {
    return { code: 0, payload: carryOut(scene, request) };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, payload: Buffer.from(error.info) };
    throw error;
  }
}

function carryOut(
  scene: Scene & { readonly isReadOnly: boolean },
  request: NodeRequest,
): Uint8Array {
  const sender = senderOf(request.data);
  const account = findAnyAccount(scene, sender);
  requireThat(account !== null, refusals.noUser);
  const type = request.data[0]!;
  const rule = transactionRules.get(type);
  requireThat(rule !== undefined || isRead(type), refusals.noUser);
  const signed = rule ? request.data.subarray(0, signedSizeOf(rule, request)) : request.data;
  const message = rule ? transactionMessage(account.hash, signed) : signed;
  requireThat(
    isSignedBy(account.publicKey, { message, signature: request.signature }),
    refusals.wrongSignature,
  );
  requireThat(timeOf(request.data) <= scene.now + maxAheadSeconds, refusals.timeInFuture);
  requireThat(sender.node === scene.head.node, refusals.cannotOpenBank);
  if (!rule) return answerRead(scene, request.data);
  requireThat(!scene.isReadOnly, refusals.readOnly);
  return transact(scene, { rule, account, request });
}

function signedSizeOf({ type }: TransactionRule, { data }: NodeRequest): number {
  return data.length - (type.unsignedBlock?.size ?? 0);
}

interface Transaction {
  readonly rule: TransactionRule;
  readonly account: AccountRecord;
  readonly request: NodeRequest;
}

function transact(scene: Scene, { rule, account, request }: Transaction): Uint8Array {
  const header = decode(head, request.data.subarray(0, head.minSize));
  requireThat(header.messageId === account.messageId, refusals.badMessageId);
  const body = decodeBody(rule, request.data);
  const cost = body === null ? costOfBadBroadcast(header, request) : rule.type.costOf(body);
  assertAffordable(account, cost, header.sender);
  requireThat(body !== null, refusals.broadcastTooLong);
  rule.assertAllowed(scene, body);
  return commit(scene, { rule, account, request, cost, body: rule.fill(scene, body) });
}

/** Null for the one kind whose size the layout bounds: a broadcast of no bytes or too many. */
function decodeBody({ type }: TransactionRule, data: Uint8Array): TransactionHeader | null {
  try {
    return type.decode(data);
  } catch (error) {
    if (error instanceof LedgerDataError && type.type === broadcast.type) return null;
    throw error;
  }
}

function costOfBadBroadcast(header: TransactionHeader, { data }: NodeRequest): TransactionCost {
  const headBytes = 17;
  return broadcast.costOf({ ...header, message: data.subarray(headBytes) });
}

/** @throws {Refusal} */
function assertAffordable(
  { balance }: AccountRecord,
  { amount, fee }: TransactionCost,
  { user }: AccountAddress,
): void {
  requireThat(amount >= 0n, refusals.amountBelowZero);
  const minimum = user === 0 ? minimumOfAdministrator : minimumBalance;
  requireThat(
    amount + fee <= balance - minimum,
    refusals.tooLowBalance,
    `Account balance after transaction must be at least ${formatAmount(minimum)}`,
  );
}

function commit(
  scene: Scene,
  params: Transaction & { readonly cost: TransactionCost; readonly body: TransactionHeader },
): Uint8Array {
  const { rule, account, request, cost, body } = params;
  const { store, chain, head: before } = scene;
  const place = { message: before.messageId, position: before.queued + 1 };
  const after = rule.amend(spend(scene, { ...params, time: body.time }), body);
  const data = rule.type.encode(body);
  chain.addTransaction(
    place,
    encode(onChainTransaction, { kind: 'transaction', data, signature: request.signature }),
  );
  store.saveAccount(body.sender.user, after);
  rule.apply(scene, { type: rule.type.type, body, cost, place, before: account, after });
  store.saveHead({
    ...before,
    queued: place.position,
    queuedBytes: before.queuedBytes + data.length + request.signature.length,
  });
  return encodeReceipt(rule.type.method, {
    account: after,
    nodeMessageId: place.message,
    position: place.position,
    newUser: 'user' in body && typeof body.user === 'number' ? body.user : 0,
  });
}

/** The sender's record after any transaction but for what its own kind changes. */
function spend(
  scene: Scene,
  {
    rule,
    account,
    request,
    cost,
    time,
  }: Transaction & { readonly cost: TransactionCost; readonly time: number },
): AccountRecord {
  return {
    ...account,
    messageId: account.messageId + 1,
    time,
    hash: nextAccountHash(account.hash, request.signature),
    localChange: blockOf(scene, scene.now),
    ...(rule.unpairs && { pairedUser: 0, pairedNode: 0 }),
    balance: account.balance - cost.amount - cost.fee,
  };
}
