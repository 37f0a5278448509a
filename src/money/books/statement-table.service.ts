import { formatAmount } from '../../amount';
import { formatTime } from '../../time';
import type { BookContext } from './book.context';
import type { StatementLine } from './statement';

const pageSize = 1_000;

export const statementColumns = [
  ...['bookedAt', 'id', 'kind', 'pocket', 'amount', 'siteId', 'campaignId', 'hour', 'memo'],
];

/** All that was booked in the pockets of an account, newest first, for a spreadsheet, by pages: it is read as the rows are taken. */
export async function* tabulateStatement(
  { books }: BookContext,
  accountId: string,
): AsyncGenerator<readonly (readonly (string | null)[])[], void> {
  for (let after: StatementLine | null = null; ; ) {
    const page: readonly StatementLine[] = await books.listStatement({
      accountId,
      after,
      limit: pageSize,
    });
    yield page.map(toRow);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

function toRow({
  bookedAt,
  id,
  kind,
  pocket,
  amount,
  siteId,
  campaignId,
  hour,
  memo,
}: StatementLine) {
  return [
    ...[formatTime(bookedAt), id, kind, pocket, formatAmount(amount), siteId, campaignId],
    ...[hour && formatTime(hour), memo],
  ];
}
