/** Columns that a table of payments can be put in order by. */
export const paymentOrders = ['created', 'amount'] as const;
export type PaymentOrder = (typeof paymentOrders)[number];
