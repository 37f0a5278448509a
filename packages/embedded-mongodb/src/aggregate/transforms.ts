import { typeName } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { invalidOptions, locationError, type MongoError } from '../errors';
import { compileAddFields, compileProject } from '../query/projection';
import type { ExpressionOptions } from './expression';

/** A stage that turns each document into one other. */
type Transform = (doc: Doc) => Doc;
type CompileTransform = (operand: Value, options: ExpressionOptions, name: string) => Transform;

export function requireDoc(operand: Value, code: number, what: string): Doc {
  if (operand instanceof Map) return operand;
  throw locationError(code, `${what} must be an object, but was of type ${typeName(operand)}`);
}

function unset(operand: Value, options: ExpressionOptions): Transform {
  const names = Array.isArray(operand) ? operand : [operand];
  if (names.length === 0) throw locationError(31119, '$unset specification must not be empty');
  const spec: Doc = new Map();
  for (const name of names) {
    if (typeof name !== 'string') throw locationError(31120, '$unset needs strings');
    spec.set(name, false);
  }
  return compileProject(spec, options);
}

const addFields: CompileTransform = (operand, options, name) =>
  compileAddFields(requireDoc(operand, 40272, `${name} specification stage`), options);

export const transforms: ReadonlyMap<string, CompileTransform> = new Map<string, CompileTransform>([
  ['$addFields', addFields],
  ['$set', addFields],
  ['$unset', unset],
  [
    '$project',
    (operand, options) =>
      compileProject(requireDoc(operand, 15969, '$project specification'), options),
  ],
]);

/** The name and the operand of a stage. @throws {MongoError} 40323 unless it has exactly one field. */
export function readStage(stage: Value): readonly [string, Value] {
  const [entry, other] = stage instanceof Map ? stage : [];
  if (entry && !other) return entry;
  throw locationError(40323, 'a pipeline stage must have exactly one field');
}

export function unknownStage(name: string): MongoError {
  return locationError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

/**
 * Compiles an update's pipeline.
 *
 * @throws {MongoError} InvalidOptions (72) for a stage that an update may not have.
 */
export function compileTransforms(stages: readonly Value[], options: ExpressionOptions): Transform {
  const compiled = stages.map((stage) => {
    const [name, operand] = readStage(stage);
    const transform = transforms.get(name);
    if (!transform) throw invalidOptions(`${name} is not allowed to be used within an update`);
    return transform(operand, options, name);
  });
  return (doc) => compiled.reduce((result, transform) => transform(result), doc);
}
