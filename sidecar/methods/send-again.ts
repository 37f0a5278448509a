import { parseHex } from '../ledger/hex';
import { parseTransaction } from '../ledger/transactions/index';
import type { RpcMethod } from '../rpc/dispatcher';
import { readParams } from '../rpc/params';
import type { MethodContext } from './index';
import { nodeParams, requireNode } from './node-choice';
import { parseHexOf, readFields } from './read-fields';
import {
  blockTimes,
  describeCost,
  describeEffect,
  describeReceipt,
  requireReceipt,
} from './transaction-result';

/**
 * The signature is made already, so the members that say what to sign with have no effect here. They
 * are taken because clients send one set of options with every method.
 */
const ignored = { _address: 'string', hash: 'string', msid: 'integer', time: 'integer' } as const;

const shape = {
  required: { data: 'string', signature: 'string' },
  optional: { ...nodeParams, '_dry-run': 'boolean', ...ignored },
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
    const outcome = await ctx.submit({ sender, node, data, signature });
    const { receipt, redirect } = requireReceipt(outcome, { transaction });
    return {
      ...blockTimes(ctx.now()),
      tx: { ...prepared, ...describeReceipt(transaction, receipt) },
      ...describeEffect(transaction, receipt),
      ...(redirect !== null && { redirect }),
    };
  };
}
