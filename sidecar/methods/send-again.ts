import { formatAccount, type AccountObject } from '../ledger/account';
import { formatAccountAddress } from '../ledger/address';
import { formatAmount } from '../ledger/amount';
import { blockSeconds, blockTime } from '../ledger/block';
import { LedgerDataError, ledgerErrorText } from '../ledger/errors';
import { parseHex } from '../ledger/hex';
import { decodeReceipt, formatTransactionId, type TransactionReceipt } from '../ledger/receipt';
import { changeAccountKey } from '../ledger/transactions/change-account-key';
import { changeNodeKey } from '../ledger/transactions/change-node-key';
import { parseTransaction, type ParsedTransaction } from '../ledger/transactions/index';
import { findAllowedNode, type AllowedNode } from '../node/allowed-nodes';
import type { SubmitOutcome } from '../node/submit';
import type { RpcMethod } from '../rpc/dispatcher';
import { RpcError } from '../rpc/errors';
import { invalidParams, readParams } from '../rpc/params';
import type { MethodContext } from './index';

/**
 * The signature is made already, so the members that say what to sign with have no effect here. They
 * are taken because clients send one set of options with every method.
 */
const ignored = { _address: 'string', hash: 'string', msid: 'integer', time: 'integer' } as const;

const shape = {
  required: { data: 'string', signature: 'string' },
  optional: { _host: 'string', _port: 'integer', '_dry-run': 'boolean', ...ignored },
} as const;

const signatureBytes = 64;

/**
 * Sends a transaction that was prepared and signed elsewhere; needs no key.
 *
 * @see spec.md, "Offline transaction JSON-RPC client"; contract.md, section 8
 */
export function createSendAgain(ctx: MethodContext): RpcMethod {
  return async function sendAgain(params) {
    const given = readParams(params, shape);
    const { transaction, signature } = readTransaction(given);
    const node = requireNode(ctx.nodes, given);
    const prepared = describePrepared(transaction, given);
    if (given['_dry-run']) return { ...blockTimes(ctx.now()), tx: prepared };
    const outcome = await ctx.submit({
      sender: transaction.sender,
      node,
      data: transaction.wire,
      signature,
    });
    const receipt = requireReceipt(outcome, transaction);
    return {
      ...blockTimes(ctx.now()),
      tx: { ...prepared, ...describeReceipt(transaction, receipt) },
      ...describeEffect(transaction, receipt),
    };
  };
}

/** @throws {RpcError} INVALID_PARAMS naming `data`, `signature` or both. */
function readTransaction(given: { readonly data: string; readonly signature: string }) {
  const bad = new Map<string, string[]>();
  function read<T>(name: string, parse: () => T): T | null {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof LedgerDataError)) throw error;
      bad.set(name, [`is not valid: ${error.message}`]);
      return null;
    }
  }
  const transaction = read('data', () => parseTransaction(parseHex(given.data)));
  const signature = read('signature', () => {
    const bytes = parseHex(given.signature);
    if (bytes.length === signatureBytes) return bytes;
    throw new LedgerDataError(`expected ${signatureBytes} bytes, got ${bytes.length}`);
  });
  if (!transaction || !signature) throw invalidParams(bad);
  return { transaction, signature };
}

/** @throws {RpcError} INVALID_PARAMS when the pair is not one of the allow-list. */
function requireNode(
  nodes: readonly AllowedNode[],
  given: { readonly _host?: string; readonly _port?: number },
): AllowedNode {
  const node = findAllowedNode(nodes, { host: given._host, port: given._port });
  if (node) return node;
  const names = (['_host', '_port'] as const).filter((name) => given[name] !== undefined);
  const reason = ['does not name a node that this relay sends to'];
  throw invalidParams(new Map(names.map((name) => [name, reason])));
}

/** @throws {RpcError} for every outcome but an acceptance. */
function requireReceipt(
  outcome: SubmitOutcome,
  transaction: ParsedTransaction,
): TransactionReceipt {
  switch (outcome.kind) {
    case 'accepted':
      try {
        return decodeReceipt(transaction.method, outcome.payload);
      } catch (cause) {
        throw outcomeUnknown(transaction, 'the answer of the node makes no sense', cause);
      }
    case 'refused': {
      const { code, info } = outcome;
      throw new RpcError('LEDGER_REFUSED', ledgerErrorText(code), { data: { code, info } });
    }
    case 'busy':
      throw new RpcError('BUSY', `busy: ${outcome.reason}`);
    case 'unreachable':
      throw new RpcError('NODE_UNREACHABLE', `node not reachable: ${outcome.reason}`);
    case 'unknown':
      throw outcomeUnknown(transaction, outcome.reason);
    default:
      return outcome satisfies never;
  }
}

/** Names the account and its counter: once the account's msid is past it, the transaction is in. */
function outcomeUnknown({ sender, messageId }: ParsedTransaction, reason: string, cause?: unknown) {
  return new RpcError('OUTCOME_UNKNOWN', `outcome unknown: ${reason}`, {
    cause,
    data: { address: formatAccountAddress(sender), msid: String(messageId) },
  });
}

function blockTimes(nowMs: number): Readonly<Record<string, string>> {
  const current = blockTime(Math.floor(nowMs / 1000));
  return {
    current_block_time: String(current),
    previous_block_time: String(current - blockSeconds),
  };
}

/** `data` and `signature` exactly as they came. */
function describePrepared(
  { time, amount, fee }: ParsedTransaction,
  { data, signature }: { readonly data: string; readonly signature: string },
): Readonly<Record<string, string>> {
  return {
    data,
    signature,
    time: String(time),
    deduct: formatAmount(amount + fee),
    fee: formatAmount(fee),
  };
}

function describeReceipt(
  { sender }: ParsedTransaction,
  receipt: TransactionReceipt,
): Readonly<Record<string, string>> {
  return {
    node_msid: String(receipt.nodeMessageId),
    node_mpos: String(receipt.position),
    id: formatTransactionId(sender.node, receipt),
  };
}

/** What the ledger's own client adds, per type: a changed account key comes without the account. */
function describeEffect(
  transaction: ParsedTransaction,
  receipt: TransactionReceipt,
): Readonly<Record<string, string | AccountObject>> {
  const { method, sender } = transaction;
  const account = formatAccount(sender, receipt.account);
  switch (method) {
    case changeAccountKey.method:
      return { result: 'PKEY changed' };
    case changeNodeKey.method:
      return { result: 'Node key changed', account };
    default:
      return { account, ...describeNewAccount(sender.node, receipt) };
  }
}

/** Only an account made on the sender's own node has a number yet. */
function describeNewAccount(
  node: number,
  { newUser: user }: TransactionReceipt,
): Readonly<Record<string, AccountObject>> {
  if (user === 0) return {};
  const address = formatAccountAddress({ node, user });
  return { new_account: { address, node: String(node), id: String(user) } };
}
