import { LedgerDataError } from '../../ledger/errors';
import { parseTransaction } from '../../ledger/parse-transaction';
import type { TransactionHeader } from '../../ledger/transaction';
import type { Transaction } from '../../ledger/transaction-kind';
import { requireNode } from '../../node/methods/node-choice';
import { blockTimes, describeEffect, describeReceipt } from '../../node/methods/transaction-result';
import { invalidParams } from '../../rpc/params';
import type { TransactionOrder } from '../account-writer';
import { describePrepared, type WalletAccount } from '../prepare-transaction';
import type { WalletContext, WalletMethod } from './method';
import { readMembers } from './read-members';

/**
 * Makes the method that signs one type of transaction and, unless `_dry-run` is true, sends it. All
 * members are checked before anything is read from the ledger or any connection is opened.
 */
export function transactionMethod(type: Transaction): WalletMethod {
  const { method: name, text } = type;
  return {
    name,
    create: (ctx) => async (params) => {
      const { account } = ctx;
      const call = readMembers(params, { members: text.members, account });
      const build = (header: TransactionHeader) => type.encode(text.toBody(call.fields, header));
      requirePrice(build, { account, member: text.pricedBy ?? 'params' });
      const { msid: messageId, hash, time } = call.common;
      const order = { build, node: requireNode(ctx.nodes, call.node), messageId, hash, time };
      return call.common['_dry-run'] ? dryRun(ctx, order) : send(ctx, order);
    },
  };
}

/** @throws {RpcError} INVALID_PARAMS when amount and fee together do not fit the ledger's 64 bits */
function requirePrice(
  build: TransactionOrder['build'],
  { account, member }: { readonly account: WalletAccount; readonly member: string },
): void {
  try {
    parseTransaction(build({ sender: account.address, messageId: 0, time: 0 }));
  } catch (error) {
    if (!(error instanceof LedgerDataError)) throw error;
    throw invalidParams(new Map([[member, [`is not valid: ${error.message}`]]]));
  }
}

async function dryRun(ctx: WalletContext, order: TransactionOrder): Promise<object> {
  const prepared = await ctx.writer.prepare(order);
  return { ...blockTimes(ctx.now()), tx: describePrepared(prepared) };
}

async function send(ctx: WalletContext, order: TransactionOrder): Promise<object> {
  const { prepared, receipt, redirect } = await ctx.writer.send(order);
  const { transaction } = prepared;
  return {
    ...blockTimes(ctx.now()),
    tx: { ...describePrepared(prepared), ...describeReceipt(transaction, receipt) },
    ...describeEffect(transaction, receipt),
    ...(redirect !== null && { redirect }),
  };
}
