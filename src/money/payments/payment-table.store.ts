import type { TableRange } from '../../platform/lists/table';
import type { Payment, PaymentState } from './payment';
import type { PaymentOrder } from './payment-order';
import { literalPattern } from '../../platform/database/literal-pattern';

export interface PaymentTableFilter {
  readonly accountId: string;
  /** Upper-case: a part of their transactions and addresses; empty: any. */
  readonly part: string;
  /** Only those in one of them; null: any. */
  readonly states: readonly PaymentState[] | null;
}

type Sort = Readonly<Record<string, 1 | -1>>;

/** Reads stored payments: their states are known together with those of their batches. */
interface StoredPayments {
  readonly conditionsOf: (state: PaymentState) => Promise<object>;
  readonly count: (filter: object) => Promise<number>;
  readonly read: (
    filter: object,
    range: Pick<TableRange<PaymentOrder>, 'offset' | 'limit'> & { readonly sort: Sort },
  ) => Promise<readonly Payment[]>;
}

/** The table of an account's payments. */
export function createPaymentTable({ conditionsOf, count, read }: StoredPayments) {
  async function toFilter({ accountId, part, states }: PaymentTableFilter): Promise<object> {
    const text = new RegExp(literalPattern(part));
    const all = [
      ...(part === '' ? [] : [{ $or: [{ transactionId: text }, { address: text }] }]),
      ...(states === null ? [] : [{ $or: await Promise.all(states.map(conditionsOf)) }]),
    ];
    return { accountId, ...(all.length > 0 && { $and: all }) };
  }

  return {
    countTable: async (filter: PaymentTableFilter): Promise<number> =>
      count(await toFilter(filter)),

    async listTable(
      filter: PaymentTableFilter,
      { order, isDescending, ...range }: TableRange<PaymentOrder>,
    ): Promise<readonly Payment[]> {
      const direction = isDescending ? -1 : 1;
      const sort = { [columns[order]]: direction, _id: direction } as const;
      return read(await toFilter(filter), { ...range, sort });
    },
  };
}

const columns = { created: 'createdAt', amount: 'amount' } as const satisfies Record<
  PaymentOrder,
  string
>;
