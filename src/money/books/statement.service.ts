import { invalid } from '../../errors';
import { decodeCursor, encodeCursor } from '../../platform/lists/cursor';
import type { ListContext } from '../../platform/lists/list.service';
import { defaultPageSize, maxPageSize } from '../../platform/lists/page';
import type { BookContext } from './book.context';
import type { StatementLine, StatementPage, StatementPlace } from './statement';

export interface StatementParams {
  readonly accountId: string;
  /** Lines of a page, from 1; default 10, at most 1000: more is cut. */
  readonly first?: number | null;
  /** The `endCursor` of a page. */
  readonly after?: string | null;
}

/**
 * A page of what was booked in the pockets of an account, newest first. Every page costs the same.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a cursor of another list.
 */
export async function listStatement(
  ctx: ListContext & BookContext,
  { accountId, first, after }: StatementParams,
): Promise<StatementPage> {
  const list = `journal:${accountId}`;
  const limit = Math.min(first ?? defaultPageSize, maxPageSize);
  const found = await ctx.books.listStatement({
    accountId,
    after: after == null ? null : readPlace(ctx, list, after),
    // One more tells whether any follows.
    limit: limit + 1,
  });
  const nodes = found.slice(0, limit);
  const last = nodes.at(-1);
  const endCursor = last ? writePlace(ctx, list, last) : null;
  return { nodes, pageInfo: { hasNextPage: found.length > limit, endCursor } };
}

function writePlace(ctx: ListContext, list: string, place: StatementLine): string {
  const last = [place.bookedAt.getTime(), place.entryId] as const;
  const snapshot = { last, takenAt: 0, total: 0 };
  return encodeCursor(ctx.cursorKeys, list, { offset: place.position, snapshot });
}

function readPlace(ctx: ListContext, list: string, cursor: string): StatementPlace {
  const position = decodeCursor(ctx.cursorKeys, list, cursor);
  const last = position?.snapshot.last;
  if (!position || last == null || typeof last === 'number')
    throw invalid({ after: ['is not a cursor of this list'] });
  const [bookedAt, entryId] = last;
  return { bookedAt: new Date(bookedAt), entryId, position: position.offset };
}
