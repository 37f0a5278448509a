/** Columns that a table of accounts can be put in order by. */
export const accountOrders = ['created', 'email'] as const;
export type AccountOrder = (typeof accountOrders)[number];
