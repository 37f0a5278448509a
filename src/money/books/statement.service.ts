import { decodePlace, encodePlace, type TimedPlace } from '../../platform/lists/cursor';
import type { ListContext } from '../../platform/lists/list.service';
import { defaultPageSize, maxPageSize } from '../../platform/lists/page';
import type { BookContext } from './book.context';
import type { StatementLine, StatementPage } from './statement';

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
  const place = decodePlace(ctx.cursorKeys, list, after);
  const found = await ctx.books.listStatement({
    accountId,
    after: place && { bookedAt: place.at, entryId: place.id, position: place.position },
    // One more tells whether any follows.
    limit: limit + 1,
  });
  const nodes = found.slice(0, limit);
  const last = nodes.at(-1);
  const endCursor = last ? encodePlace(ctx.cursorKeys, list, placeOf(last)) : null;
  return { nodes, pageInfo: { hasNextPage: found.length > limit, endCursor } };
}

function placeOf({ bookedAt, entryId, position }: StatementLine): TimedPlace {
  return { at: bookedAt, id: entryId, position };
}
