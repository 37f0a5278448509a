import type { Model, QueryFilter } from 'mongoose';
import { oneByOne } from '../one-by-one';
import { isDuplicateKey } from '../validation';
import { findDeletions } from './known-deletions';
import type { Slice, SliceOfItems, Snapshot } from './page';

/** What documents of any list have; deletion is soft. */
export interface ListedDocument {
  readonly _id: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** A document that knows its place among all that its list ever had: 1, 2, 3 … without gaps. */
export interface SequencedDocument extends ListedDocument {
  readonly sequence: number;
}

/** Members that all documents of a list have in common, with an index that begins with them. */
export type ListKey = Readonly<Record<string, string>>;

/** What of a model is asked: models of schemas differ in the rest. */
type ListModel<Document> = Pick<
  Model<Document>,
  'find' | 'findOne' | 'countDocuments' | 'modelName'
>;

interface ReadOptions<Document, Item> {
  readonly key: ListKey;
  /** More conditions. */
  readonly filter?: QueryFilter<Document>;
  readonly slice: Slice;
  readonly toItem: (document: Document) => Item;
}

/**
 * Reads a part of a list in the order of creation, in which it is counted and passed over by an index
 * `{ ...key, createdAt, _id }`: for lists of some thousand items.
 */
export async function readSlice<Document extends ListedDocument, Item>(
  model: ListModel<Document>,
  { key, filter = {}, slice, toItem }: ReadOptions<Document, Item>,
): Promise<SliceOfItems<Item>> {
  const all = (takenAt: number) => ({
    ...key,
    ...filter,
    deletedAt: { $not: { $lte: new Date(takenAt) } },
  });
  const order = { createdAt: 1, _id: 1 } as const;

  async function takeSnapshot(): Promise<Snapshot> {
    const takenAt = slice.now.getTime();
    const newest = await model
      .findOne(all(takenAt) as QueryFilter<Document>, { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .lean<ListedDocument>();
    if (!newest) return { last: null, takenAt, total: 0 };
    const last = [newest.createdAt.getTime(), newest._id] as const;
    const total = await model.countDocuments(upTo(last, takenAt));
    return { last, takenAt, total };
  }
  /** Of the same millisecond the newest item's is the greatest id: what comes later may have a lesser one, and waits for a new snapshot only then. */
  function upTo(
    [createdAt, id]: readonly [number, string],
    takenAt: number,
  ): QueryFilter<Document> {
    const at = new Date(createdAt);
    return {
      ...all(takenAt),
      createdAt: { $lte: at },
      $nor: [{ createdAt: at, _id: { $gt: id } }],
    };
  }

  const snapshot = slice.snapshot ?? (await takeSnapshot());
  const { last, takenAt, total } = snapshot;
  if (typeof last === 'number' || last === null || slice.offset >= total)
    return { snapshot, places: [] };
  const found = await model
    .find(upTo(last, takenAt))
    .sort(order)
    .skip(slice.offset)
    .limit(slice.limit)
    .lean<Document[]>();
  return { snapshot, places: toPlaces(found, toItem) };
}

/**
 * Reads a part of a list of sequenced documents, by the index `{ ...key, sequence }`. Without a filter any part costs
 * the same: its places are a range of the sequence, found from the numbers of what was deleted
 * (index `{ ...key, deletedAt, sequence }`). With one, matches are counted and passed over.
 */
export async function readSequencedSlice<Document extends SequencedDocument, Item>(
  model: ListModel<Document>,
  { key, filter, slice, toItem }: ReadOptions<Document, Item>,
): Promise<SliceOfItems<Item>> {
  const takenAt = slice.snapshot?.takenAt ?? slice.now.getTime();
  const notDeleted = { deletedAt: { $not: { $lte: new Date(takenAt) } } };
  const matching = (range: object) =>
    ({ ...key, ...filter, ...notDeleted, sequence: range }) as QueryFilter<Document>;

  const last = lastOf(slice.snapshot) ?? (await findLastSequence(model, key));
  const isWhole = filter === undefined;
  const deleted =
    isWhole && slice.snapshot?.total !== last
      ? await listDeleted(model, { key, last, takenAt })
      : [];
  const total =
    slice.snapshot?.total ??
    (isWhole ? last - deleted.length : await model.countDocuments(matching({ $lte: last })));
  const snapshot = slice.snapshot ?? { last, takenAt, total };
  if (slice.offset >= total) return { snapshot, places: [] };

  const query = isWhole
    ? model.find(
        matching({
          $gte: sequenceOf(slice.offset + 1, deleted),
          $lte: sequenceOf(Math.min(slice.offset + slice.limit, total), deleted),
        }),
      )
    : model
        .find(matching({ $lte: last }))
        .skip(slice.offset)
        .limit(slice.limit);
  const found = await query.sort({ sequence: 1 }).lean<Document[]>();
  return { snapshot, places: toPlaces(found, toItem) };
}

/** More writers than this do not come between two tries of one. */
const maxTries = 100;

/**
 * Inserts a document with the next number of its list. The unique index `{ ...key, sequence }` makes numbers without
 * gaps in the order in which documents can be seen: of racing processes one gets the number, the others try the next.
 *
 * @throws what `insert` throws but for a taken number.
 */
export function insertSequenced<Document extends SequencedDocument, Result>(
  model: ListModel<Document>,
  key: ListKey,
  insert: (sequence: number) => Promise<Result>,
): Promise<Result> {
  return oneByOne(`${model.modelName} ${JSON.stringify(key)}`, async () => {
    for (let tries = 1; ; tries += 1) {
      const sequence = (await findLastSequence(model, key)) + 1;
      try {
        return await insert(sequence);
      } catch (error) {
        if (!isTakenSequence(error) || tries === maxTries) throw error;
      }
    }
  });
}

function isTakenSequence(error: unknown): boolean {
  if (!isDuplicateKey(error)) return false;
  // The driver's errors of a duplicate key have it.
  const { keyPattern } = error as { readonly keyPattern?: Readonly<Record<string, unknown>> };
  return keyPattern?.sequence !== undefined;
}

/** Deleted ones count: a number is never given twice. */
async function findLastSequence<Document extends SequencedDocument>(
  model: ListModel<Document>,
  key: ListKey,
): Promise<number> {
  const newest = await model
    .findOne(key as QueryFilter<Document>, { sequence: 1, _id: 0 })
    .sort({ sequence: -1 })
    .lean<SequencedDocument>();
  return newest?.sequence ?? 0;
}

/** Numbers, ascending, of what was deleted before the snapshot. */
async function listDeleted<Document extends SequencedDocument>(
  model: ListModel<Document>,
  {
    key,
    last,
    takenAt,
  }: { readonly key: ListKey; readonly last: number; readonly takenAt: number },
): Promise<readonly number[]> {
  const deletions = await findDeletions(
    model,
    JSON.stringify(key),
    takenAt,
    async (after, until) => {
      // A range of the sequence in the query would take planners to the other index.
      const found = await model
        .find(
          {
            ...key,
            deletedAt: { $gt: new Date(after), $lte: new Date(until) },
          } as QueryFilter<Document>,
          { sequence: 1, deletedAt: 1, _id: 0 },
        )
        .lean<(SequencedDocument & { readonly deletedAt: Date })[]>();
      return found.map(({ sequence, deletedAt }) => [sequence, deletedAt.getTime()] as const);
    },
  );
  return deletions.map(([sequence]) => sequence).filter((sequence) => sequence <= last);
}

/**
 * The number of the document at a place of the list, from 1.
 *
 * @param deleted numbers that have no place, ascending
 */
export function sequenceOf(place: number, deleted: readonly number[]): number {
  // How many deleted ones lie before it: the number at `at` has `deleted[at] - 1 - at` places in front of it.
  let low = 0;
  let high = deleted.length;
  while (low < high) {
    const at = (low + high) >>> 1;
    if (deleted[at]! - at <= place) low = at + 1;
    else high = at;
  }
  return place + low;
}

function lastOf(snapshot: Snapshot | null): number | null {
  return typeof snapshot?.last === 'number' ? snapshot.last : null;
}

function toPlaces<Document extends ListedDocument, Item>(
  found: readonly Document[],
  toItem: (document: Document) => Item,
): readonly (Item | null)[] {
  return found.map((document) => (document.deletedAt === null ? toItem(document) : null));
}
