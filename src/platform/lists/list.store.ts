import type { Model, QueryFilter } from 'mongoose';
import { isUuid, toId } from '../../id';
import type { AllParams } from './all';
import type { Slice, SliceOfItems, Snapshot } from './page';

/** The members that documents of every list have; deletion is soft. */
export interface ListedDocument {
  readonly _id: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** Members that all documents of a list have in common, with an index that begins with them. */
export type ListKey = Readonly<Record<string, string>>;

/** The part of a model that lists use: in the rest the types of models differ. */
export type ListModel<Document> = Pick<
  Model<Document>,
  'find' | 'findOne' | 'countDocuments' | 'modelName'
>;

/** The part of a list that is read. */
export interface ListPart<Document, Item> {
  readonly key: ListKey;
  /** More conditions. */
  readonly filter?: QueryFilter<Document>;
  readonly slice: Slice;
  readonly toItem: (document: Document) => Item;
}

/**
 * Reads a part of a list in the order of creation. It counts and skips items by an index `{ ...key, createdAt, _id }`:
 * for lists of some thousand items.
 */
export async function readSlice<Document extends ListedDocument, Item>(
  model: ListModel<Document>,
  { key, filter = {}, slice, toItem }: ListPart<Document, Item>,
): Promise<SliceOfItems<Item>> {
  const all = (takenAt: number) =>
    listConditions<Document>(key, filter, { deletedAt: { $not: { $lte: new Date(takenAt) } } });
  const order = { createdAt: 1, _id: 1 } as const;

  async function takeSnapshot(): Promise<Snapshot> {
    const takenAt = slice.now.getTime();
    const newest = await model
      .findOne(all(takenAt), { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .lean<ListedDocument>();
    if (!newest) return { last: null, takenAt, total: 0 };
    const last = [newest.createdAt.getTime(), newest._id] as const;
    const total = await model.countDocuments(upTo(last, takenAt));
    return { last, takenAt, total };
  }
  // Items of one millisecond are in the order of their ids. One that comes later, with a lesser id, waits for a new snapshot.
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

/** All of these together: they name members that every document of a list has. */
export function listConditions<Document extends ListedDocument>(
  ...all: readonly (object | undefined)[]
): QueryFilter<Document> {
  // TypeScript does not see that a type parameter has the members of its bound.
  return Object.assign({}, ...all) as QueryFilter<Document>;
}

/** Makes items of the places of a list: null for an item that was deleted since the list's snapshot. */
export function toPlaces<Document extends ListedDocument, Item>(
  found: readonly Document[],
  toItem: (document: Document) => Item,
): readonly (Item | null)[] {
  return found.map((document) => (document.deletedAt === null ? toItem(document) : null));
}

/**
 * Reads a part of everybody's things, in the order of their ids.
 *
 * @param filter null members are no condition, ids may be dashed
 * @param more conditions as MongoDB has them
 */
export async function readAll<Document>(
  model: ListModel<Document>,
  { filter = {}, more = {} }: { readonly filter?: object; readonly more?: object },
  { first, afterId }: AllParams,
): Promise<readonly Document[]> {
  const conditions = {
    ...givenOf(filter),
    ...(afterId != null && { _id: { $gt: toStored(afterId) } }),
  };
  return model
    .find({ $and: [conditions, more] })
    .sort({ _id: 1 })
    .limit(first)
    .lean<Document[]>();
}

/**
 * Reads a part of everybody's things, the newest first, of one moment by their ids. It is for times that never change: the
 * list goes on behind a thing that its filter leaves out by now. It ends behind an id that nothing has.
 *
 * @param of.time the member that it goes by, after those of the filter in an index
 */
export async function readNewest<Document>(
  model: ListModel<Document>,
  of: { readonly filter: object; readonly time: string & keyof Document },
  { first, afterId }: AllParams,
): Promise<readonly Document[]> {
  const { filter, time } = of;
  const conditions: object[] = [givenOf(filter)];
  if (afterId != null) {
    const _id = toStored(afterId);
    const after = await model.findOne({ $and: [{ _id }] }, { [time]: 1 }).lean<Document>();
    if (!after) return [];
    const at = after[time];
    conditions.push({ [time]: { $lte: at }, $nor: [{ [time]: at, _id: { $gte: _id } }] });
  }
  return model
    .find({ $and: conditions })
    .sort({ [time]: -1, _id: -1 })
    .limit(first)
    .lean<Document[]>();
}

const givenOf = (filter: object): object =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value != null)
      .map(([name, value]) => [name, toStored(value)]),
  );

const toStored = (value: unknown): unknown =>
  typeof value === 'string' && isUuid(value) ? toId(value) : value;
