import { parseHex, parseHexOf } from '../../ledger/hex';
import type { TransactionName } from '../../ledger/identifiers';
import { parseTransaction, type ParsedTransaction } from '../../ledger/parse-transaction';
import type { AllowedNode } from '../allowed-nodes';
import type { RpcMethod } from '../../rpc/dispatcher';
import { readParams } from '../../rpc/params';
import type { MethodContext } from './method-context';
import { nodeParams, requireNode } from './node-choice';
import { readFields } from './read-fields';
import {
  alreadyApplied,
  blockTimes,
  describeCost,
  describeEffect,
  describeReceipt,
  isStale,
  requireReceipt,
} from './transaction-result';

/**
 * These members say what to sign with. The bytes are signed already, so they have no effect here. They are
 * accepted because clients send the same options with every method.
 */
const ignored = { _address: 'string', hash: 'string', msid: 'integer', time: 'integer' } as const;

const shape = {
  required: { data: 'string', signature: 'string' },
  optional: { ...nodeParams, '_dry-run': 'boolean', ...ignored },
} as const;

const signatureBytes = 64;

/** A transaction with its signature, and the node it was sent to. */
export interface SignedTransaction {
  readonly transaction: ParsedTransaction;
  readonly signature: Uint8Array;
  readonly node: AllowedNode;
}

/** Finds the place of a transaction that the ledger is proved to have; null where it is not. */
export type FindApplied = (sent: SignedTransaction) => Promise<TransactionName | null>;

/**
 * Sends a transaction that was prepared and signed elsewhere; needs no key.
 *
 * @param findApplied asked when a node refuses what may have been applied before; a relay cannot ask
 * @see docs/contract.md §8
 */
export function createSendAgain(
  ctx: MethodContext,
  findApplied: FindApplied = () => Promise.resolve(null),
): RpcMethod {
  return async function sendAgain(params, { client }) {
    const given = readParams(params, shape);
    const { data: transaction, signature } = readFields({
      data: () => parseTransaction(parseHex(given.data)),
      signature: () => parseHexOf(signatureBytes, given.signature),
    });
    const node = requireNode(ctx.nodes, given);
    const prepared = {
      data: given.data,
      signature: given.signature,
      time: String(transaction.time),
      ...describeCost(transaction),
    };
    if (given['_dry-run']) return { ...blockTimes(ctx.now()), tx: prepared };
    const { sender, wire: data } = transaction;
    const outcome = await ctx.submit({ sender, node, data, signature, client });
    if (isStale(outcome)) {
      const name = await findApplied({ transaction, signature, node });
      if (name) throw alreadyApplied(outcome, name);
    }
    const { receipt, redirect } = requireReceipt(outcome, { transaction });
    return {
      ...blockTimes(ctx.now()),
      tx: { ...prepared, ...describeReceipt(transaction, receipt) },
      ...describeEffect(transaction, receipt),
      ...(redirect !== null && { redirect }),
    };
  };
}
