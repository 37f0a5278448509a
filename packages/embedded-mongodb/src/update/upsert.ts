import type { Doc, Value } from '../bson/values';
import { BSONRegExp } from 'bson';
import { mongoError } from '../errors';
import { isOperators } from '../query/operators';
import { Draft } from './paths';
import { compileUpdate, isReplacement, type UpdateOptions } from './update';

/** The value that a condition demands, if it demands exactly one. */
function demanded(condition: Value): Value | undefined {
  if (condition instanceof BSONRegExp) return undefined;
  if (!isOperators(condition)) return condition;
  const equal = condition.get('$eq');
  if (equal !== undefined) return equal;
  const list = ['$in', '$all'].map((name) => condition.get(name)).find((one) => Array.isArray(one));
  const only = list?.length === 1 ? list[0] : undefined;
  return isOperators(only) || only instanceof BSONRegExp ? undefined : only;
}

function collect(filter: Doc, found: Map<string, Value>): void {
  for (const [name, condition] of filter) {
    const clauses = Array.isArray(condition)
      ? condition.filter((clause) => clause instanceof Map)
      : [];
    if (name === '$and' || (name === '$or' && clauses.length === 1)) {
      for (const clause of clauses) collect(clause, found);
    } else if (!name.startsWith('$')) {
      const value = demanded(condition);
      if (value === undefined) continue;
      const rival = [...found.keys()].find(
        (path) => `${path}.`.startsWith(`${name}.`) || `${name}.`.startsWith(`${path}.`),
      );
      if (rival !== undefined) {
        throw mongoError('NotSingleValueField', `the query gives '${name}' two values`);
      }
      found.set(name, value);
    }
  }
}

/**
 * The document that an upsert without a match inserts: the filter's equalities, then the update with
 * `$setOnInsert`. Of the filter a replacement takes `_id` alone. Has no `_id` when neither gives one.
 *
 * @throws {MongoError} NotSingleValueField (54) when the filter demands two values at one path; what
 * `compileUpdate` throws.
 */
export function upsertDocument(
  filter: Doc,
  update: Doc | readonly Doc[],
  options: UpdateOptions,
): Doc {
  const demands = new Map<string, Value>();
  collect(filter, demands);
  const draft = new Draft(new Map());
  for (const [path, value] of demands) {
    if (path === '_id' || !isReplacement(update)) {
      draft.change(path.split('.'), { creates: true, apply: () => value });
    }
  }
  return compileUpdate(update, { ...options, isUpsertInsert: true })(draft.root);
}
