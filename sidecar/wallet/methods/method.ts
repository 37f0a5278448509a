import { parseAccountAddress } from '../../ledger/address';
import { LedgerDataError } from '../../ledger/errors';
import type { TransactionHeader } from '../../ledger/transaction';
import { parseTransaction } from '../../ledger/transactions/index';
import type { MethodContext } from '../../methods/index';
import { nodeParams, requireNode } from '../../methods/node-choice';
import { parseHexOf, readFields, requireUnsigned } from '../../methods/read-fields';
import { blockTimes, describeEffect, describeReceipt } from '../../methods/transaction-result';
import type { RpcMethod } from '../../rpc/dispatcher';
import {
  invalidParams,
  readParams,
  type OptionalOf,
  type ParamsOf,
  type Shape,
} from '../../rpc/params';
import type { AccountWriter, TransactionOrder } from '../account-writer';
import { describePrepared, type WalletAccount } from '../prepare-transaction';

/** What the methods of a wallet reach the world through. */
export interface WalletContext extends MethodContext {
  readonly account: WalletAccount;
  readonly writer: AccountWriter;
}

/** A method of the wallet by its name in JSON-RPC. */
export interface WalletMethod {
  readonly name: string;
  readonly create: (ctx: WalletContext) => RpcMethod;
}

/** Members that every method takes; those without effect on it are ignored. */
export const commonParams = {
  ...nodeParams,
  _address: 'string',
  '_dry-run': 'boolean',
  msid: 'integer',
  hash: 'string',
  time: 'integer',
} as const satisfies Shape;

/** What `commonParams` gives. */
export type CommonParams = OptionalOf<typeof commonParams>;
type Readers = Readonly<Record<string, () => unknown>>;
type FieldsOf<F extends Readers> = { readonly [K in keyof F]: ReturnType<F[K]> };

interface TransactionMethodDefinition<R extends Shape, O extends Shape, F extends Readers> {
  readonly name: string;
  readonly required: R;
  readonly optional: O;
  /** One function for each member, which throws `LedgerDataError` for a bad one. */
  readers(given: ParamsOf<R, O>, account: WalletAccount): F;
  /** Data of the transaction. */
  build(header: TransactionHeader, fields: FieldsOf<F>, account: WalletAccount): Uint8Array;
  /** Member that a sum past 64 bits is blamed on. */
  readonly pricedBy?: string;
}

/**
 * Makes a method that signs one kind of transaction and, unless `_dry-run` is true, sends it. All
 * members are checked before anything is read from the ledger or any connection is opened.
 */
export function defineTransactionMethod<R extends Shape, O extends Shape, F extends Readers>(
  definition: TransactionMethodDefinition<R, O, F>,
): WalletMethod {
  const { name, required, optional } = definition;
  return {
    name,
    create: (ctx) => async (params) => {
      const given = readParams(params, { required, optional: { ...commonParams, ...optional } });
      // The two halves have been checked together above.
      const own = given as unknown as ParamsOf<R, O>;
      const common = given as unknown as CommonParams;
      const fields = readFields({
        ...definition.readers(own, ctx.account),
        ...commonReaders(common, ctx.account),
      });
      const build = (header: TransactionHeader) => definition.build(header, fields, ctx.account);
      requirePrice(build, { account: ctx.account, member: definition.pricedBy ?? 'params' });
      const order = {
        build,
        node: requireNode(ctx.nodes, common),
        messageId: common.msid,
        hash: common.hash === undefined ? undefined : parseHexOf(32, common.hash),
        time: common.time,
      };
      return common['_dry-run'] ? dryRun(ctx, order) : send(ctx, order);
    },
  };
}

/** Checks of the common members; what they give is read from the parameters themselves. */
export function commonReaders(given: CommonParams, { address }: WalletAccount) {
  return {
    _address() {
      if (given._address === undefined) return;
      const { node, user } = parseAccountAddress(given._address);
      if (node !== address.node || user !== address.user) {
        throw new LedgerDataError('this wallet signs for another account');
      }
    },
    msid: () => given.msid === undefined || requireUnsigned(32, given.msid),
    hash: () => given.hash === undefined || parseHexOf(32, given.hash),
    time: () => given.time === undefined || requireUnsigned(32, given.time),
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
