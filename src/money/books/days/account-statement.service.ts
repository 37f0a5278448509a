import { AppError, invalid } from '../../../errors';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { pageOfTable, type TablePage } from '../../../platform/lists/table';
import { dayMs, startOfDay } from '../../../time';
import { earningsOf, fundsOf } from '../book';
import { pocketNames } from '../statement';
import type {
  AccountStatement,
  AccountStatementPage,
  PocketChange,
  StatementRow,
} from './account-statement';
import { type BookedDay, pocketChangeOf, DaySums } from './booked-day';
import type { BookedDayContext } from './booked-day.context';
import type { DayRange } from './booked-day.store';

/** A quarter of a year. */
const mostDays = 92;
/** Bookings that no day has yet: some minutes of them are usual. */
const mostUnsummed = 10_000;

export interface AccountStatementParams extends DayRange {
  readonly accountId: string;
}

/**
 * All that was booked in the pockets of an account on the days (UTC) that a time touches, by day, kind, and campaign or
 * site.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a time that ends before it begins, or touches more than 92 days;
 * `SERVICE_UNAVAILABLE` while much of the journal is not summed up, as after the first start of this version.
 */
export async function getAccountStatement(
  ctx: BookedDayContext,
  { accountId, ...asked }: AccountStatementParams,
): Promise<AccountStatement> {
  const range = toWholeDays(asked);
  return ctx.inTransaction(async (session) => {
    const unsummed = await listUnsummed(ctx, accountId, session);
    const isWithin = ({ day }: BookedDay) => day >= range.from && day < range.to;
    const days = new DaySums();
    for (const day of await ctx.bookedDays.list(accountId, range, session)) days.addDay(day);
    for (const day of unsummed) if (isWithin(day)) days.addDay(day);
    const rows = days.list().flatMap(({ day, sums }) => sums.map((sum) => ({ ...sum, day })));
    const later = await ctx.bookedDays.changeSince(accountId, range.to, session);
    const [funds, earnings] = [fundsOf(accountId), earningsOf(accountId)];
    const balances = await ctx.books.balancesOf([funds, earnings], session);
    const pockets = pocketNames.map((pocket) => {
      const unsummedLater = unsummed.filter(({ day }) => day >= range.to);
      const balance = balances.get(pocket === 'funds' ? funds : earnings) ?? 0n;
      const change =
        later[pocket] +
        pocketChangeOf(
          unsummedLater.flatMap(({ sums }) => sums),
          pocket,
        );
      return toPocketChange(
        rows.filter((row) => row.pocket === pocket),
        {
          pocket,
          closing: balance - change,
        },
      );
    });
    return { pockets, rows: rows.sort(newestFirst) };
  });
}

/** A page of the rows. @throws {AppError} as `getAccountStatement`. */
export async function listAccountStatement(
  ctx: BookedDayContext,
  { page, ...params }: AccountStatementParams & { readonly page: TablePage },
): Promise<AccountStatementPage> {
  const { pockets, rows } = await getAccountStatement(ctx, params);
  const { offset, limit, pageInfo } = pageOfTable(page, rows.length);
  return { pockets, rows: rows.slice(offset, offset + limit), totalCount: rows.length, pageInfo };
}

function toWholeDays({ from, to }: DayRange): DayRange {
  if (to <= from) throw invalid({ to: ['must be after `from`'] });
  const range = { from: startOfDay(from), to: startOfDay(new Date(to.getTime() + dayMs - 1)) };
  if (range.to.getTime() - range.from.getTime() > mostDays * dayMs)
    throw invalid({ to: [`must be at most ${mostDays} days after \`from\``] });
  return range;
}

/** The days of the account's bookings that are in no stored day. */
export async function listUnsummed(
  ctx: BookedDayContext,
  accountId: string,
  session: DatabaseSession,
): Promise<readonly BookedDay[]> {
  const since = (await ctx.bookedDays.findUntil(session)) ?? new Date(0);
  const limit = mostUnsummed + 1;
  const entries = await ctx.books.listOfAccount(accountId, { since, limit }, session);
  if (entries.length === limit)
    throw new AppError('SERVICE_UNAVAILABLE', 'the journal is being summed up', {
      retryAfterSeconds: 60,
    });
  const sums = new DaySums();
  for (const entry of entries) sums.addEntry(entry);
  return sums.list().filter((day) => day.accountId === accountId);
}

function toPocketChange(
  rows: readonly StatementRow[],
  { pocket, closing }: Pick<PocketChange, 'pocket' | 'closing'>,
): PocketChange {
  let [incoming, outgoing] = [0n, 0n];
  for (const { amount } of rows)
    if (amount > 0n) incoming += amount;
    else outgoing -= amount;
  return { pocket, opening: closing - incoming + outgoing, incoming, outgoing, closing };
}

function newestFirst(one: StatementRow, other: StatementRow): number {
  const size = ({ amount }: StatementRow) => (amount < 0n ? -amount : amount);
  return (
    other.day.getTime() - one.day.getTime() ||
    Number(size(other) > size(one)) - Number(size(other) < size(one))
  );
}
