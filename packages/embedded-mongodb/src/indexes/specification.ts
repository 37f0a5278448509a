import { inspect } from 'node:util';
import { isNumeric, typeName } from '../bson/types';
import { compareValues, type Doc, toDoc, type Value } from '../bson/values';
import { failedToParse, type MongoError, mongoError, notSupported } from '../errors';
import type { Collection, Index } from '../storage/collection';

const options: Readonly<Record<string, (value: Value) => boolean>> = {
  v: (value) => Number(value) === 2,
  key: (value) => value instanceof Map,
  name: (value) => typeof value === 'string' && value !== '',
  unique: isFlag,
  sparse: isFlag,
  background: () => true,
  expireAfterSeconds: (value) =>
    isNumeric(value) && Number(value) >= 0 && Number(value) <= 2 ** 31 - 1,
  partialFilterExpression: (value) => value instanceof Map,
};
/** Options of MongoDB's that are refused when they ask for something. */
const refused = new Set(['hidden', 'collation', 'wildcardProjection', 'prepareUnique']);
/** Options that the index of `_id` has by itself, or cannot have. */
const notOfId = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'];
const partialOperators = new Set([
  '$eq',
  '$exists',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$type',
  '$in',
  '$and',
  '$or',
]);

function isFlag(value: Value): boolean {
  return typeof value === 'boolean' || typeof value === 'number';
}

function cannotCreate(message: string): MongoError {
  return mongoError('CannotCreateIndex', message);
}

function assertKey(key: Doc): void {
  if (key.size === 0 || key.size > 32) throw cannotCreate('an index has 1 to 32 fields');
  for (const [path, direction] of key) {
    if (typeof direction === 'string') {
      throw cannotCreate(`the embedded database has no '${direction}' indexes`);
    }
    if (!isNumeric(direction) || !Number(direction)) {
      throw cannotCreate(
        `Values in v:2 index key pattern must be numbers > 0 or < 0. Got type: ${typeName(direction)}`,
      );
    }
    const isBad = path.split('.').some((part) => part === '' || part.startsWith('$'));
    if (isBad) throw cannotCreate(`Index key contains an illegal field name: '${path}'`);
  }
}

function assertOptionsOfId(key: Doc, given: Doc): void {
  if (key.size > 1 || Number(key.get('_id')) !== 1) return;
  const name = notOfId.find((option) => given.has(option));
  if (name === undefined) return;
  const message = `The field '${name}' is not valid for an _id index specification`;
  throw mongoError('InvalidIndexSpecificationOption', message);
}

function assertPartial(expression: Doc): void {
  for (const [name, value] of expression) {
    const isPlain = !name.startsWith('$') || partialOperators.has(name);
    const isAbsence = name === '$exists' && (value === false || value === 0);
    if (!isPlain || isAbsence) {
      throw cannotCreate(`Expression not supported in partial index: ${name}: ${inspect(value)}`);
    }
    if (value instanceof Map) assertPartial(value);
    if (Array.isArray(value) && name.startsWith('$')) {
      for (const part of value) if (part instanceof Map) assertPartial(part);
    }
  }
}

/**
 * Checks one member of `createIndexes.indexes` and brings it into the form that is stored.
 *
 * @param ignoresUnknown leaves out unknown options, instead of refusing them
 * @throws {MongoError} FailedToParse (9), CannotCreateIndex (67), InvalidIndexSpecificationOption (197),
 * CommandNotSupported (115)
 */
export function toSpecification(given: Doc, ignoresUnknown = false): Doc {
  for (const [name, value] of given) {
    if (refused.has(name)) {
      if (value === null || value === false) continue;
      throw notSupported(`no index option '${name}' in the embedded database`);
    }
    const check = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!check && ignoresUnknown) continue;
    if (!check) {
      throw mongoError('InvalidIndexSpecificationOption', `'${name}' is not valid for an index`);
    }
    if (!check(value)) throw cannotCreate(`the index option '${name}' has a wrong value`);
  }
  const key = given.get('key');
  const name = given.get('name');
  if (!(key instanceof Map)) throw failedToParse("an index needs a 'key'");
  if (name === undefined) throw failedToParse("an index needs a 'name'");
  assertKey(key);
  assertOptionsOfId(key, given);
  const spec: Doc = toDoc({ v: 2, key, name });
  for (const flag of ['unique', 'sparse']) if (given.get(flag)) spec.set(flag, true);
  const expression = given.get('partialFilterExpression');
  if (expression instanceof Map) {
    if (spec.has('sparse')) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse"');
    assertPartial(expression);
    spec.set('partialFilterExpression', expression);
  }
  const seconds = given.get('expireAfterSeconds');
  if (seconds !== undefined) {
    if (key.size > 1) throw cannotCreate('TTL indexes are single-field indexes');
    spec.set('expireAfterSeconds', seconds);
  }
  return spec;
}

function isSame(a: Doc, b: Doc, names: readonly string[]): boolean {
  return names.every((name) => compareValues(a.get(name) ?? null, b.get(name) ?? null) === 0);
}

const identity = ['key', 'partialFilterExpression', 'sparse', 'unique'];

/**
 * The index that a specification asks for, if it is there already.
 *
 * @throws {MongoError} IndexKeySpecsConflict (86) for its name with other fields or options,
 * IndexOptionsConflict (85) for its fields with another name or other options
 */
export function findSame(collection: Collection, spec: Doc): Index | undefined {
  const name = spec.get('name');
  const key = spec.get('key');
  for (const index of collection.indexes) {
    const isIdIndex = index.name === '_id_' && compareValues(index.spec.get('key'), key) === 0;
    if (isIdIndex) return index;
    const isSameIndex = isSame(index.spec, spec, identity);
    const isSameAll = isSameIndex && isSame(index.spec, spec, ['expireAfterSeconds']);
    if (index.name === name) {
      if (isSameAll) return index;
      const code = isSameIndex ? 'IndexOptionsConflict' : 'IndexKeySpecsConflict';
      throw mongoError(code, `another index has the name ${inspect(name)}`);
    }
    if (isSame(index.spec, spec, ['key', 'partialFilterExpression'])) {
      throw mongoError(
        'IndexOptionsConflict',
        `the index exists with another name or options: ${index.name}`,
      );
    }
  }
  return undefined;
}
