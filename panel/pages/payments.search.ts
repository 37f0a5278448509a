import type { graphql } from '../graphql/graphql';
import { type TableChange, type TableSearch, tableSearchReader } from '../list/table-search';

type PaymentOrder = ReturnType<typeof graphql.scalar<'PaymentOrder'>>;
type PaymentState = ReturnType<typeof graphql.scalar<'PaymentState'>>;

export const paymentStates = ['prepared', 'sent', 'confirmed', 'returned'] as const;

export type PaymentsSearch = TableSearch<PaymentOrder, PaymentState>;
export type PaymentsChange = TableChange<PaymentOrder, PaymentState>;

export const readPaymentsSearch = tableSearchReader<PaymentOrder, PaymentState>({
  orders: ['created', 'amount'],
  statuses: paymentStates,
});
