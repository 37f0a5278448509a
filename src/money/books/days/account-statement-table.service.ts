import { Readable } from 'node:stream';
import { formatAmount } from '../../../amount';
import type { StatementRow } from './account-statement';
import { type AccountStatementParams, getAccountStatement } from './account-statement.service';
import type { BookedDayContext } from './booked-day.context';

export const accountStatementColumns = [
  ...['day', 'pocket', 'kind', 'campaignId', 'siteId', 'lines', 'amount'],
];

/** The rows of an account's statement for a spreadsheet. @throws {AppError} as `getAccountStatement`. */
export async function tabulateAccountStatement(
  ctx: BookedDayContext,
  params: AccountStatementParams,
) {
  const { rows } = await getAccountStatement(ctx, params);
  return Readable.from([rows.map(toRow)]);
}

function toRow({ day, pocket, kind, subjectId, lines, amount }: StatementRow) {
  const ids = pocket === 'funds' ? [subjectId, null] : [null, subjectId];
  return [day.toISOString().slice(0, 10), pocket, kind, ...ids, lines, formatAmount(amount)];
}
