import type { Doc, Value } from '../bson/values';
import { badValue, locationError } from '../errors';
import { compileExpression, type ExpressionOptions, variablesOf } from './expression';
import { compileTransforms, requireDoc } from './transforms';

export interface MergeTarget {
  /** The pipeline's own database when undefined. */
  readonly db: string | undefined;
  readonly collection: string;
}

/** What `$merge` does with each document, for whoever can write. */
export interface MergeOptions {
  /** The fields that identify a document; a unique index must be on them. */
  readonly on: readonly string[];
  /** The new content of a document that is there; the very same one is not written. Undefined: fail. */
  readonly combine: ((existing: Doc, incoming: Doc) => Doc) | undefined;
  readonly whenNotMatched: 'insert' | 'discard' | 'fail';
}

const members = ['into', 'on', 'let', 'whenMatched', 'whenNotMatched'];
const newDocument: Doc = new Map([['new', '$$ROOT']]);

function readTarget(into: Value | undefined): MergeTarget {
  if (typeof into === 'string') return { db: undefined, collection: into };
  const [db, collection] = into instanceof Map ? [into.get('db'), into.get('coll')] : [];
  if (typeof collection === 'string' && (db === undefined || typeof db === 'string'))
    return { db, collection };
  throw locationError(51178, "$merge 'into' must be a string or { db, coll }");
}

function readOn(on: Value | undefined): readonly string[] {
  const list = on === undefined ? ['_id'] : Array.isArray(on) ? on : [on];
  if (list.length > 0 && list.every((field) => typeof field === 'string')) return list;
  throw locationError(51186, "$merge 'on' must be a string or a non-empty array of strings");
}

/** `merge` lays the fields of the new document over those that are there. */
function combiner(how: Value, bindings: Doc, options: ExpressionOptions): MergeOptions['combine'] {
  if (how === 'replace') {
    return (existing, incoming) => new Map([['_id', existing.get('_id')!], ...incoming]);
  }
  if (how === 'keepExisting') return (existing) => existing;
  if (how === 'merge') return (existing, incoming) => new Map([...existing, ...incoming]);
  if (how === 'fail') return undefined;
  if (!Array.isArray(how)) throw badValue("'$merge.whenMatched' is not a valid value");
  const outer = variablesOf(options);
  const evaluate = Array.from(
    bindings,
    ([name, value]) => [name, compileExpression(value, options)] as const,
  );
  const compile = (incoming: Doc): ((doc: Doc) => Doc) => {
    const own = evaluate.map(([name, value]) => [name, value(incoming)] as const);
    return compileTransforms(how, { now: options.now, variables: new Map([...outer, ...own]) });
  };
  compile(new Map());
  return (existing, incoming) => compile(incoming)(existing);
}

/** Reads `$merge`'s operand: a collection's name, or an object. */
export function readMerge(
  operand: Value,
  options: ExpressionOptions,
): readonly [MergeTarget, MergeOptions] {
  const spec =
    typeof operand === 'string'
      ? new Map([['into', operand]])
      : requireDoc(operand, 51182, '$merge');
  const unknown = [...spec.keys()].find((name) => !members.includes(name));
  if (unknown !== undefined)
    throw locationError(40415, `BSON field '$merge.${unknown}' is an unknown field.`);
  const whenNotMatched = spec.get('whenNotMatched') ?? 'insert';
  if (whenNotMatched !== 'insert' && whenNotMatched !== 'discard' && whenNotMatched !== 'fail') {
    throw badValue("'$merge.whenNotMatched' is not a valid value");
  }
  const how = spec.get('whenMatched') ?? 'merge';
  const bindings = spec.get('let');
  if (bindings !== undefined && !Array.isArray(how)) {
    throw locationError(
      51199,
      "Cannot use 'let' variables with 'whenMatched: " +
        (typeof how === 'string' ? how : '') +
        "' mode",
    );
  }
  const variables = new Map([...newDocument, ...(bindings instanceof Map ? bindings : [])]);
  return [
    readTarget(spec.get('into')),
    { on: readOn(spec.get('on')), combine: combiner(how, variables, options), whenNotMatched },
  ];
}
