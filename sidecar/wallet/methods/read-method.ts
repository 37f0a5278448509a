import { formatHex } from '../../ledger/hex';
import type { RequestHeader, RequestType } from '../../ledger/request';
import type { LedgerObject } from '../../ledger/transaction-text';
import { requireNode } from '../../methods/node-choice';
import { readFields } from '../../methods/read-fields';
import { blockTimes } from '../../methods/transaction-result';
import { readParams, type ParamsOf, type Shape } from '../../rpc/params';
import { readLedger } from '../read-ledger';
import { commonParams, commonReaders, type CommonParams, type WalletMethod } from './method';

type Readers = Readonly<Record<string, () => unknown>>;
type FieldsOf<F extends Readers> = { readonly [K in keyof F]: ReturnType<F[K]> };

/** What a read request is made of beside its parameters. */
export interface ReadMoment extends RequestHeader {
  /** Unix seconds. */
  readonly time: number;
}

interface ReadMethodDefinition<
  R extends Shape,
  O extends Shape,
  F extends Readers,
  Body extends RequestHeader,
  Response extends object,
> {
  readonly name: string;
  readonly type: RequestType<Body, Response>;
  readonly required: R;
  readonly optional: O;
  /** One function for each member, which throws `LedgerDataError` for a bad one. */
  readers(given: ParamsOf<R, O>): F;
  body(moment: ReadMoment, fields: FieldsOf<F>): Body;
  /** Members of the result after `tx`. */
  print(params: {
    readonly body: Body;
    readonly fields: FieldsOf<F>;
    readonly response: Response;
    readonly nowSeconds: number;
  }): LedgerObject;
  /** Members of `tx` after `time`, and what `time` says where the request has none. */
  readonly describe?: (body: Body) => Readonly<Record<string, string>>;
}

/** Makes a method that reads from the ledger; `_dry-run`, `msid` and `hash` have no effect on it. */
export function defineReadMethod<
  R extends Shape,
  O extends Shape,
  F extends Readers,
  Body extends RequestHeader,
  Response extends object,
>(definition: ReadMethodDefinition<R, O, F, Body, Response>): WalletMethod {
  const { name, type, required, optional, describe } = definition;
  return {
    name,
    create: (ctx) => async (params) => {
      const given = readParams(params, { required, optional: { ...commonParams, ...optional } });
      // The two halves have been checked together above.
      const own = given as unknown as ParamsOf<R, O>;
      const common = given as unknown as CommonParams;
      const fields = readFields({
        ...definition.readers(own),
        ...commonReaders(common, ctx.account),
      });
      const nowSeconds = Math.floor(ctx.now() / 1000);
      const time = common.time ?? nowSeconds;
      const body = definition.body({ sender: ctx.account.address, time }, fields);
      const node = requireNode(ctx.nodes, common);
      const { data, signature, response, redirect } = await readLedger(ctx, { type, body, node });
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

/** What the ledger's own client prints of the cost of reading. */
export const nothingDeducted = { deduct: '0.00000000000', fee: '0.00000000000' } as const;
