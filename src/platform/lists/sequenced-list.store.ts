import { oneByOne } from '../../turns';
import { isDuplicateKey } from '../../validation';
import { listDeletions } from './known-deletions';
import {
  listConditions,
  type ListedDocument,
  type ListKey,
  type ListModel,
  type ListPart,
  toPlaces,
} from './list.store';
import type { SliceOfItems, Snapshot } from './page';
import { assertPresent } from '../../present';

/** A document that knows its place among all that its list ever had: 1, 2, 3 … without gaps. */
export interface SequencedDocument extends ListedDocument {
  readonly sequence: number;
}

/**
 * Reads a part of a list of sequenced documents, by the index `{ ...key, sequence }`. Without a filter any part costs
 * the same: its places are a range of the sequence, found from the numbers of what was deleted
 * (index `{ ...key, deletedAt, sequence }`). With one, matches are counted and passed over.
 */
export async function readSequencedSlice<Document extends SequencedDocument, Item>(
  model: ListModel<Document>,
  { key, filter, slice, toItem }: ListPart<Document, Item>,
): Promise<SliceOfItems<Item>> {
  const takenAt = slice.snapshot?.takenAt ?? slice.now.getTime();
  const notDeleted = { deletedAt: { $not: { $lte: new Date(takenAt) } } };
  const matching = (range: object) =>
    listConditions<Document>(key, filter, notDeleted, { sequence: range });

  const last = lastOf(slice.snapshot) ?? (await readLastSequence(model, key));
  const isWhole = filter === undefined;
  const deleted =
    isWhole && slice.snapshot?.total !== last
      ? await listDeleted(model, { key, last, takenAt, now: slice.now.getTime() })
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

/** Tries after which a writer gives up: nobody loses so many races. */
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
      const sequence = (await readLastSequence(model, key)) + 1;
      try {
        return await insert(sequence);
      } catch (error) {
        // Not every engine names the index. So we look whether the number is taken.
        const isTaken = isDuplicateKey(error) && (await readLastSequence(model, key)) >= sequence;
        if (!isTaken || tries === maxTries) throw error;
      }
    }
  });
}

/** Deleted ones count: a number is never given twice. */
async function readLastSequence<Document extends SequencedDocument>(
  model: ListModel<Document>,
  key: ListKey,
): Promise<number> {
  const newest = await model
    .findOne(listConditions<Document>(key), { sequence: 1, _id: 0 })
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
    now,
  }: {
    readonly key: ListKey;
    readonly last: number;
    readonly takenAt: number;
    readonly now: number;
  },
): Promise<readonly number[]> {
  const deletions = await listDeletions(
    model,
    JSON.stringify(key),
    { until: takenAt, now },
    async (after, until) => {
      // With a range of `sequence` in the query, planners would choose the other index.
      const found = await model
        .find(
          listConditions<Document>(key, {
            deletedAt: { $gt: new Date(after), $lte: new Date(until) },
          }),
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
    const number = assertPresent(deleted[at], 'the middle lies between low and high');
    if (number - at <= place) low = at + 1;
    else high = at;
  }
  return place + low;
}

function lastOf(snapshot: Snapshot | null): number | null {
  return typeof snapshot?.last === 'number' ? snapshot.last : null;
}
