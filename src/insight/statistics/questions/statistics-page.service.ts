import { createHash } from 'node:crypto';
import { AppError, invalid, notFound } from '../../../errors';
import type { Account } from '../../../identity/accounts/account';
import { decodeCursor, encodeCursor } from '../../../platform/lists/cursor';
import { defaultPageSize, maxPageSize } from '../../../platform/lists/page';
import type { Side } from './dimensions';
import type { StatisticsContext } from '../statistics.context';
import { getStatistics, type Statistics, type StatisticsRow } from './statistics.service';
import type { StatisticsParams } from './statistics-question';

/** A row with what its key is called. */
export type NamedRow = StatisticsRow & { readonly name: string | null };

export interface StatisticsPage extends Omit<Statistics, 'rows'> {
  readonly rows: readonly NamedRow[];
  readonly cursors: readonly string[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
}

/**
 * Finds the account whose figures somebody may read as a side.
 * @returns null: everybody's.
 * @throws {AppError} `FORBIDDEN` without the role.
 */
export function accountOfSide(
  { id, roles }: Pick<Account, 'id' | 'roles'>,
  side: Side,
): string | null {
  if (!roles.includes(side)) throw new AppError('FORBIDDEN', `this needs the role ${side}`);
  return side === 'operator' ? null : id;
}

/**
 * A page of figures. Every page is of the time at which it is asked for.
 *
 * @throws {AppError} like `getStatistics`, and `VALIDATION_FAILED` for a cursor of another question, `NOT_FOUND`
 * for campaigns and sites of somebody else in the filter.
 */
export async function listStatistics(
  ctx: StatisticsContext,
  {
    first,
    after,
    ...params
  }: StatisticsParams & { readonly first?: number | null; readonly after?: string | null },
): Promise<StatisticsPage> {
  const list = `statistics:${createHash('sha256').update(JSON.stringify(params)).digest('base64url')}`;
  const offset = after == null ? 0 : parseOffset(ctx, list, after);
  const limit = Math.min(first ?? defaultPageSize, maxPageSize);
  await assertOwned(ctx, params);
  const { rows: all, ...statistics } = await getStatistics(ctx, params);
  const rows = await nameRows(ctx, all.slice(offset, offset + limit), {
    ...statistics,
    side: params.side,
  });
  const snapshot = { last: null, takenAt: 0, total: 0 };
  const cursors = rows.map((_row, at) =>
    encodeCursor(ctx.cursorKeys, list, { offset: offset + at + 1, snapshot }),
  );
  const hasNextPage = offset + limit < all.length;
  return { ...statistics, rows, cursors, totalCount: all.length, hasNextPage };
}

/** @throws {AppError} `NOT_FOUND` for a campaign or a site of somebody else. */
export async function assertOwned(
  { described }: StatisticsContext,
  { side, accountId, filter = {} }: StatisticsParams,
): Promise<void> {
  const noun = side === 'publisher' ? 'site' : 'campaign';
  const ids = filter[noun] ?? [];
  if (accountId === null || ids.length === 0) return;
  const owned = new Set(await described.listOwnedIds(noun, accountId, ids));
  const foreign = ids.find((id) => !owned.has(id));
  if (foreign !== undefined) throw notFound(noun, foreign);
}

async function nameRows(
  ctx: StatisticsContext,
  rows: readonly StatisticsRow[],
  options: NameOptions,
): Promise<readonly NamedRow[]> {
  const names = await listNamesOf(ctx, [...new Set(rows.flatMap(({ key }) => key ?? []))], options);
  return rows.map((row) => ({ ...row, name: names.get(row.key ?? '') ?? null }));
}

type NameOptions = Pick<Statistics, 'noun'> & { readonly side: Side };

/**
 * Reads the names of things that have names. Publishers do not learn the advertisers' names for campaigns and
 * creatives.
 */
export async function listNamesOf(
  { described }: StatisticsContext,
  keys: readonly string[],
  { noun, side }: NameOptions,
): Promise<ReadonlyMap<string, string | null>> {
  const isHidden = side === 'publisher' && (noun === 'campaign' || noun === 'creative');
  if (noun === null || isHidden) return new Map();
  const things = await described.list(noun, keys);
  return new Map([...things].map(([key, { name }]) => [key, name]));
}

function parseOffset(ctx: StatisticsContext, list: string, cursor: string): number {
  const position = decodeCursor(ctx.cursorKeys, list, cursor);
  if (!position) throw invalid({ after: ['is not a cursor of this question'] });
  return position.offset;
}
