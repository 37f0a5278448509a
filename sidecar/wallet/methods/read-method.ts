import { formatHex } from '../../ledger/hex';
import type { FieldsOf, Members } from '../../ledger/members';
import type { RequestHeader, RequestType } from '../../ledger/request';
import type { LedgerObject } from '../../ledger/text';
import { requireNode } from '../../node/methods/node-choice';
import { blockTimes } from '../../node/methods/transaction-result';
import { readLedger } from '../read-ledger';
import type { WalletMethod } from './method';
import { readMembers } from './read-members';

/** The members of a read request beside its parameters. */
export interface ReadMoment extends RequestHeader {
  /** Unix seconds. */
  readonly time: number;
}

interface ReadMethodDefinition<
  M extends Members,
  Body extends RequestHeader,
  Response extends object,
> {
  /** Where it is not that of the request. */
  readonly name?: string;
  readonly type: RequestType<Body, Response>;
  /** Members beside those that every method takes. */
  readonly members: M;
  body(moment: ReadMoment, fields: FieldsOf<M>): Body;
  /** Members of the result after `tx`. */
  print(params: {
    readonly body: Body;
    readonly fields: FieldsOf<M>;
    readonly response: Response;
    readonly nowSeconds: number;
  }): LedgerObject;
  /** Members of `tx` after `time`, and what `time` says where the request has none. */
  readonly describe?: (body: Body) => Readonly<Record<string, string>>;
}

/** Makes a method that reads from the ledger; `_dry-run`, `msid` and `hash` have no effect on it. */
export function defineReadMethod<
  M extends Members,
  Body extends RequestHeader,
  Response extends object,
>(definition: ReadMethodDefinition<M, Body, Response>): WalletMethod {
  const { type, members, describe } = definition;
  return {
    name: definition.name ?? type.method,
    create: (ctx) => async (params) => {
      const { fields, common, node } = readMembers(params, { members, account: ctx.account });
      const nowSeconds = Math.floor(ctx.now() / 1000);
      const time = common.time ?? nowSeconds;
      const body = definition.body({ sender: ctx.account.address, time }, fields);
      const read = await readLedger(ctx, { type, body, node: requireNode(ctx.nodes, node) });
      const { data, signature, response, redirect } = read;
      const tx = { data: formatHex(data), signature: formatHex(signature), time: String(time) };
      return {
        ...blockTimes(ctx.now()),
        tx: { ...tx, ...describe?.(body) },
        ...definition.print({ body, fields, response, nowSeconds }),
        ...(redirect !== null && { redirect }),
      };
    },
  };
}

/** The cost of reading, as the ledger's own client prints it. */
export const nothingDeducted = { deduct: '0.00000000000', fee: '0.00000000000' } as const;
