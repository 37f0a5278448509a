import { type Bound, boundsAroundOr, boundsOf, type Limit } from '../query/bounds';
import { exactPaths } from '../query/exact-bounds';
import { compareValues, type Doc, documentMember, encodeKey, type Value } from '../bson/values';
import { badValue } from '../errors';
import type { Collection, Index } from '../storage/collection';
import type { KeyRange } from '../storage/rows';
import type { KeyPart } from './keys';
import { isUsable } from './usable';
import { topOf } from '../bson/paths';

/** A field of a sort. */
export interface SortKey {
  readonly path: string;
  readonly descending: boolean;
}

export interface Question {
  readonly filter: Doc;
  readonly bounds: ReadonlyMap<string, Bound>;
  readonly sort: readonly SortKey[];
  /** Only the first of the order asked for are wanted. */
  readonly isLimited: boolean;
  /** An index's name or key pattern, or `{ $natural: 1 }`. */
  readonly hint: Value | undefined;
  /** Counts the keys of a scan, and no more than `most` of them. */
  readonly countUpTo: (most: number, scan: IndexScan) => number;
}

/** Part of a plan: ranges of one index. */
export interface IndexScan {
  readonly index: Index;
  readonly ranges: readonly KeyRange[];
  /** The ranges are single whole keys of a unique index. */
  readonly isPoints: boolean;
  readonly isDescending: boolean;
  /** How many of the index's fields are bounded. */
  readonly used: number;
}

/** How candidates are found; each must still be matched, unless they are exact. */
export interface Plan {
  /** Empty for a scan of the whole collection; several for the branches of `$or`. */
  readonly scans: readonly IndexScan[];
  /** Candidates come in the order that was asked for. */
  readonly isSorted: boolean;
  /** A row may come more than once. */
  readonly repeatsRows: boolean;
  /** Every document that the scan finds matches, and comes once. */
  readonly isExact: boolean;
}

const maxRanges = 1000;

/** The least byte string above everything that begins with `bytes`. */
function successor(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0xff) end -= 1;
  const next = Buffer.from(bytes.subarray(0, end));
  if (end > 0) next.writeUInt8(next.readUInt8(end - 1) + 1, end - 1);
  return next;
}

function rangeOf(prefix: Buffer, part: KeyPart, bound: Bound, isMultikey: boolean): KeyRange {
  const isOneSided = isMultikey && !bound.isJoint && bound.lower !== undefined;
  const [first, last] = part.isDescending
    ? [isOneSided ? undefined : bound.upper, bound.lower]
    : [bound.lower, isOneSided ? undefined : bound.upper];
  const at = (limit: Limit) => Buffer.concat([prefix, encodeKey(limit.value, part.isDescending)]);
  const low = first ? at(first) : prefix;
  const high = last ? at(last) : prefix;
  return {
    low: first && !first.inclusive ? successor(low) : low,
    high: !last || last.inclusive ? successor(high) : high,
  };
}

function distinctKeys(values: readonly (Value | undefined)[], part: KeyPart): Buffer[] {
  const keys = new Map<string, Buffer>();
  for (const value of values) {
    const key = encodeKey(value, part.isDescending);
    keys.set(values.length === 1 ? '' : key.toString('latin1'), key);
  }
  return [...keys.values()].sort((a, b) => Buffer.compare(a, b));
}

interface Draft extends IndexScan {
  readonly score: number;
  readonly isSorted: boolean;
}

function draftScan(index: Index, { bounds, sort }: Pick<Question, 'bounds' | 'sort'>): Draft {
  let prefixes = [index.prefix];
  let ranges: KeyRange[] | undefined;
  let score = 0;
  let used = 0;
  const tops = new Set<string>();
  for (const part of index.parts) {
    const bound = bounds.get(part.path);
    const top = topOf(part.path);
    if (!bound || (index.isMultikey && tops.has(top))) break;
    tops.add(top);
    const { equalities } = bound;
    if (equalities) {
      const keys = distinctKeys(equalities, part);
      if (keys.length * prefixes.length > maxRanges) break;
      prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
      score += keys.length > 1 ? 8 : 10;
    } else {
      ranges = prefixes.map((prefix) => rangeOf(prefix, part, bound, index.isMultikey));
      score += 5;
    }
    used += 1;
    if (ranges) break;
  }
  const isPoints = index.isUnique && !ranges && used === index.parts.length;
  ranges ??= prefixes.map((low) => ({ low, high: successor(low) }));
  const order =
    ranges.length === 1 && !index.isMultikey ? sortOrder(index, bounds, sort) : undefined;
  return {
    index,
    ranges,
    isPoints,
    used,
    score: score + (order === undefined ? 0 : 4) + (isPoints ? 100 : 0),
    isSorted: order !== undefined,
    isDescending: order === 'down',
  };
}

const isFixed = (bound: Bound | undefined): boolean =>
  bound?.equalities?.length === 1 && !Array.isArray(bound.equalities[0]);

/** The direction in which the index gives the order asked for; undefined if it does not. */
function sortOrder(
  index: Index,
  bounds: ReadonlyMap<string, Bound>,
  sort: readonly SortKey[],
): 'up' | 'down' | undefined {
  let isDown: boolean | undefined;
  let at = 0;
  for (const { path, descending } of sort) {
    let part = index.parts[at];
    while (part && part.path !== path && isFixed(bounds.get(part.path))) {
      at += 1;
      part = index.parts[at];
    }
    if (part?.path === path) {
      const isReversed = part.isDescending !== descending;
      isDown ??= isReversed;
      if (isDown !== isReversed) return undefined;
      at += 1;
    } else if (!isFixed(bounds.get(path))) return undefined;
  }
  if (sort.length === 0) return undefined;
  return isDown ? 'down' : 'up';
}

function hintedIndexes(collection: Collection, hint: Value): readonly Index[] {
  const isNatural = hint instanceof Map && hint.size === 1 && hint.has('$natural');
  if (isNatural && Number(hint.get('$natural')) === 1) return [];
  const indexes = collection.indexes.filter(
    ({ name, spec, isReady }) =>
      isReady && (name === hint || compareValues(documentMember(spec, 'key'), hint) === 0),
  );
  if (indexes.length > 0) return indexes;
  const message = 'hint provided does not correspond to an existing index';
  throw badValue(isNatural ? 'a backward natural scan is not supported' : message);
}

/** The better of two ways to use an index. */
function draftIndex(index: Index, question: Question, around: Question['bounds']): Draft {
  const plain = draftScan(index, question);
  if (around === question.bounds) return plain;
  const narrow = draftScan(index, { ...question, bounds: around });
  const isBetter = plain.used > 0 || (narrow.isSorted && question.isLimited);
  return isBetter && narrow.score >= plain.score ? narrow : plain;
}

const boundedPaths = ({ index, used }: IndexScan): readonly string[] =>
  index.parts.slice(0, used).map(({ path }) => path);

/** So many keys are gone through at once, whatever other indexes there are. */
const fewKeys = 200;

/** The first one of the best score; where that has many keys, one that has few, as a trial of all of them would find. */
function choose(drafts: readonly Draft[], { countUpTo }: Question): Draft | undefined {
  let best: Draft | undefined;
  for (const draft of drafts) if (!best || draft.score > best.score) best = draft;
  if (!best || best.used === 0 || best.isPoints) return best;
  const bounded = new Set(boundedPaths(best));
  // Without a bound more, an index has all keys that the best one has.
  const isOther = (one: Draft) =>
    one.index.partial !== undefined || boundedPaths(one).some((path) => !bounded.has(path));
  const others = drafts.filter((one) => one !== best && one.used > 0 && isOther(one));
  if (others.length === 0 || countUpTo(fewKeys, best) < fewKeys) return best;
  let least = fewKeys;
  for (const other of others) {
    const keys = countUpTo(least, other);
    if (keys < least) [least, best] = [keys, other];
  }
  return best;
}

/**
 * Chooses how to find a filter's candidates: by what the indexes can bound, then by the sort. What the
 * branches of `$or` have in common narrows a scan; alone it makes one only if that gives the order
 * of the first few, since otherwise a scan for each branch reads less.
 */
export function planScan(collection: Collection, question: Question): Plan {
  const { bounds, sort, hint, filter } = question;
  const around = boundsAroundOr(filter, bounds);
  const drafts: Draft[] = [];
  const candidates = hint === undefined ? collection.indexes : hintedIndexes(collection, hint);
  for (const index of candidates) {
    if (drafts[0]?.isPoints && drafts[0].ranges.length === 1) break;
    if (hint === undefined && !isUsable(index, bounds)) continue;
    drafts.push(draftIndex(index, question, around));
  }
  const best = choose(drafts, question);
  if (best && (best.used > 0 || hint !== undefined)) return toPlan([best], question, best.isSorted);
  const branches = hint === undefined ? planBranches(collection, question) : undefined;
  if (branches) return toPlan(branches, question, false);
  return best?.isSorted
    ? toPlan([best], question, true)
    : { scans: [], isSorted: sort.length === 0, repeatsRows: false, isExact: false };
}

function toPlan(scans: readonly IndexScan[], { filter }: Question, isSorted: boolean): Plan {
  const repeatsRows = scans.length > 1 || scans.some(({ index }) => index.isMultikey);
  const [scan] = scans;
  const bounded = new Set(scan && boundedPaths(scan));
  const isExact = !repeatsRows && exactPaths(filter)?.every((path) => bounded.has(path)) === true;
  return { scans, isSorted, repeatsRows, isExact };
}

/** A scan for each branch of a top-level `$or`, if every branch has an index. */
function planBranches(
  collection: Collection,
  { filter, bounds, countUpTo }: Question,
): readonly IndexScan[] | undefined {
  const branches = filter.get('$or');
  if (!Array.isArray(branches) || branches.length > 100) return undefined;
  const scans: IndexScan[] = [];
  for (const branch of branches) {
    if (!(branch instanceof Map)) return undefined;
    const merged = new Map([...bounds, ...boundsOf(branch)]);
    const plan = planScan(collection, {
      filter: branch,
      bounds: merged,
      sort: [],
      isLimited: false,
      hint: undefined,
      countUpTo,
    });
    if (plan.scans.length === 0) return undefined;
    scans.push(...plan.scans);
  }
  return scans;
}
