import { isIdentical } from '../bson/compare';
import { type Doc, toDoc, type Value } from '../bson/values';

interface Description {
  readonly updated: Doc;
  readonly removed: Value[];
  readonly truncated: Value[];
}

/**
 * The `updateDescription` of a change event: dotted paths of what differs. An array that got shorter
 * is truncated, one that got longer or changed has its elements by number.
 *
 * @see MongoDB manual, "update Event"
 */
export function describeUpdate(before: Doc, after: Doc): Doc {
  const description: Description = { updated: new Map(), removed: [], truncated: [] };
  compareDocs(before, after, '', description);
  return toDoc({
    updatedFields: description.updated,
    removedFields: description.removed,
    truncatedArrays: description.truncated,
  });
}

function compareDocs(before: Doc, after: Doc, prefix: string, out: Description): void {
  for (const name of before.keys()) if (!after.has(name)) out.removed.push(prefix + name);
  for (const [name, value] of after) compareAt(before.get(name), value, prefix + name, out);
}

function compareAt(before: Value | undefined, after: Value, path: string, out: Description): void {
  if (before === after || isIdentical(before, after)) return;
  if (before instanceof Map && after instanceof Map) {
    compareDocs(before, after, `${path}.`, out);
  } else if (Array.isArray(before) && Array.isArray(after) && after.length > 0) {
    if (after.length < before.length) {
      out.truncated.push(toDoc({ field: path, newSize: after.length }));
    }
    after.forEach((value, i) => compareAt(before[i], value, `${path}.${i}`, out));
  } else out.updated.set(path, after);
}
