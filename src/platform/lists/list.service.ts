import { assertNoProblems } from '../../errors';
import type { SigningKeys } from '../keys/signing-key.store';
import { decodeCursor, encodeCursor, foreignCursor, type Position } from './cursor';
import {
  defaultPageSize,
  type Listed,
  maxPageSize,
  type Page,
  type PageParams,
  type Slice,
  type SliceOfItems,
  sliceOfAll,
} from './page';

/** The keys and the clock that lists need. */
export interface ListContext {
  /** Sign cursors; the first one signs, all of them verify. */
  readonly cursorKeys: SigningKeys;
  readonly now: () => Date;
}

export interface ListParams<Item> {
  /** Names the list among all, with its owner and filter (`campaigns:<owner>`): cursors are good for it alone. */
  readonly list: string;
  readonly page: PageParams;
  /** Reads a part of it from the store. */
  readonly read: (slice: Slice) => Promise<SliceOfItems<Item>>;
  /** Reads all of it, oldest first, where that is less than to read some of many lists: for pages of it as it is now. */
  readonly readAll?: () => Promise<readonly (Item & Listed)[]>;
}

/**
 * One page of a list, oldest first. With a cursor it is a page of the list as it stood for the cursor: nothing is
 * skipped or repeated while items are added and deleted; deleted ones are left out.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a size or page below 1 (`first`, `page`) and a cursor that is not of this list (`after`).
 * @see docs/contract.md §5
 */
export async function listPage<Item>(
  ctx: ListContext,
  { list, page: params, read, readAll }: ListParams<Item>,
): Promise<Page<Item>> {
  const keys = ctx.cursorKeys;
  const start = params.after == null ? null : decodeCursor(keys, list, params.after);
  assertPossible(params, start);
  const limit = Math.min(params.first ?? defaultPageSize, maxPageSize);
  const page = params.page ?? 1;
  const offset = (start?.offset ?? 0) + (page - 1) * limit;
  const slice = { offset, limit, snapshot: start?.snapshot ?? null, now: ctx.now() };
  const { snapshot, places } =
    readAll && slice.snapshot === null ? sliceOfAll(await readAll(), slice) : await read(slice);

  const { total } = snapshot;
  const end = Math.min(offset + limit, total);
  const hasItems = end > offset;
  const cursorAt = (at: number) => encodeCursor(keys, list, { offset: at, snapshot });
  return {
    nodes: places.filter((item) => item !== null),
    get edges() {
      return places.flatMap((node, at) =>
        node === null ? [] : [{ node, cursor: cursorAt(offset + at + 1) }],
      );
    },
    totalCount: total,
    pageInfo: {
      hasNextPage: offset + limit < total,
      hasPreviousPage: offset > 0 && total > 0,
      get startCursor() {
        return hasItems ? cursorAt(offset + 1) : null;
      },
      get endCursor() {
        return hasItems ? cursorAt(end) : null;
      },
      get listCursor() {
        return cursorAt(0);
      },
      page,
      lastPage: Math.max(1, Math.ceil((total - (start?.offset ?? 0)) / limit)),
      pageSize: limit,
      from: hasItems ? offset + 1 : null,
      to: hasItems ? end : null,
    },
  };
}

function assertPossible(params: PageParams, start: Position | null): void {
  const details: Record<string, readonly string[]> = {};
  for (const field of ['first', 'page'] as const) {
    const value = params[field];
    if (value != null && !(Number.isSafeInteger(value) && value >= 1))
      details[field] = ['must be a positive integer'];
  }
  if (params.after != null && start === null) details.after = [foreignCursor];
  assertNoProblems(details);
}
