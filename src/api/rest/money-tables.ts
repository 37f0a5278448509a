import { invalid } from '../../errors';
import { requireViewer } from '../../identity/access/access-rule';
import {
  accountStatementColumns,
  tabulateAccountStatement,
} from '../../money/books/days/account-statement-table.service';
import { statementColumns, tabulateStatement } from '../../money/books/statement-table.service';
import { paymentColumns, tabulatePayments } from '../../money/payments/payment-table.service';
import { parseTime, timePattern } from '../../time';
import type { CsvRoute } from './csv-routes';
import type { RestRequest } from './route';

const time = { type: 'string', pattern: timePattern } as const;

/** `/api/payments.csv` and `/api/journal.csv`: all of the viewer’s; `/api/statement.csv`: some days. @see docs/interface.md "Money" */
export const moneyTables: readonly CsvRoute[] = [
  {
    method: 'get',
    path: '/api/payments.csv',
    summary: 'All payments to the account, oldest first.',
    query: {},
    access: ['payment.read'],
    sessionCookie: 'ofOurPages',
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
    sessionCookie: 'ofOurPages',
    read: (ctx) =>
      Promise.resolve({
        fileName: 'journal.csv',
        columns: statementColumns,
        rows: tabulateStatement(ctx, requireViewer(ctx).account.id),
      }),
  },
  {
    method: 'get',
    path: '/api/statement.csv',
    summary: 'Bookings of some days (UTC), summed up by day, kind, and campaign or site.',
    query: {
      from: 'A time of the first day.',
      to: 'The end, not meant itself; at most 92 days later.',
    },
    takes: { from: time, to: time },
    access: ['payment.read'],
    sessionCookie: 'ofOurPages',
    read: async (ctx, request) => ({
      fileName: 'statement.csv',
      columns: accountStatementColumns,
      rows: await tabulateAccountStatement(ctx, {
        accountId: requireViewer(ctx).account.id,
        from: readTime(request, 'from'),
        to: readTime(request, 'to'),
      }),
    }),
  },
];

function readTime({ query }: RestRequest, name: 'from' | 'to'): Date {
  const given = parseTime(String(query[name] ?? ''));
  if (given === null) throw invalid({ [name]: ['must be a time such as 2026-05-01T00:00:00Z'] });
  return given;
}
