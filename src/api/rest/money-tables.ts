import { requireViewer } from '../../identity/access/access-rule';
import { statementColumns, tabulateStatement } from '../../money/books/statement-table.service';
import { paymentColumns, tabulatePayments } from '../../money/payments/payment-table.service';
import type { CsvRoute } from './csv-routes';

/** `/api/payments.csv` and `/api/journal.csv`: all of the viewer’s. @see docs/interface.md "Money" */
export const moneyTables: readonly CsvRoute[] = [
  {
    method: 'get',
    path: '/api/payments.csv',
    summary: 'All payments to the account, oldest first.',
    query: {},
    access: ['payment.read'],
    read: (ctx) =>
      Promise.resolve({
        fileName: 'payments.csv',
        columns: paymentColumns,
        rows: tabulatePayments(ctx, requireViewer(ctx).account.id),
      }),
  },
  {
    method: 'get',
    path: '/api/journal.csv',
    summary: 'All bookings in the account’s pockets, newest first.',
    query: {},
    access: ['payment.read'],
    read: (ctx) =>
      Promise.resolve({
        fileName: 'journal.csv',
        columns: statementColumns,
        rows: tabulateStatement(ctx, requireViewer(ctx).account.id),
      }),
  },
];
