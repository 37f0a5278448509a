import { typeName } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import { locationError } from '../errors';
import { Draft } from '../update/paths';
import { fieldPath } from './expression';
import type { PipelineEnvironment, Stage } from './stage';

const members = ['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'];

function readSpec(operand: Value): {
  readonly path: string;
  readonly index: string | undefined;
  readonly keepsEmpty: boolean;
} {
  const spec = operand instanceof Map ? operand : new Map([['path', operand]]);
  const unknown = [...spec.keys()].find((name) => !members.includes(name));
  if (unknown !== undefined)
    throw locationError(28811, `unrecognized option to $unwind stage: ${unknown}`);
  const path = spec.get('path');
  if (path === undefined) throw locationError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string')
    throw locationError(28808, `the path of $unwind must be a string, got ${typeName(path)}`);
  if (!path.startsWith('$'))
    throw locationError(28818, `the path of $unwind must begin with '$': ${path}`);
  const index = spec.get('includeArrayIndex');
  if (index !== undefined && (typeof index !== 'string' || index === '')) {
    throw locationError(28810, 'includeArrayIndex must be a non-empty string');
  }
  if (index?.startsWith('$') === true)
    throw locationError(28822, `includeArrayIndex must not begin with '$': ${index}`);
  const keepsEmpty = spec.get('preserveNullAndEmptyArrays') ?? false;
  if (typeof keepsEmpty !== 'boolean')
    throw locationError(28809, 'preserveNullAndEmptyArrays must be a boolean');
  return { path: path.slice(1), index, keepsEmpty };
}

/** Compiles `$unwind`: a value that is not an array counts as an array with this one value. */
export function unwind(operand: Value, { isDue }: PipelineEnvironment): Stage {
  const { path, index, keepsEmpty } = readSpec(operand);
  const components = fieldPath(path);
  const indexPath = index === undefined ? undefined : fieldPath(index);

  function placed(
    doc: Doc,
    change: (old: Value | undefined) => Value | undefined,
    position: bigint | null,
  ): Doc {
    const draft = new Draft(doc);
    draft.change(components, { creates: false, apply: change });
    if (indexPath) draft.change(indexPath, { creates: true, apply: () => position });
    return draft.root;
  }

  return function* unwound(input) {
    for (const doc of input) {
      if (!doc) {
        yield undefined;
        continue;
      }
      const value = components.reduce<Value | undefined>(
        (at, name) => (at instanceof Map ? at.get(name) : undefined),
        doc,
      );
      if (Array.isArray(value) && value.length > 0) {
        for (const [i, element] of value.entries()) {
          yield placed(doc, () => element, BigInt(i));
          if (isDue()) yield undefined;
        }
      } else if (!Array.isArray(value) && value !== undefined && value !== null) {
        yield placed(doc, (old) => old, null);
      } else if (keepsEmpty) {
        yield placed(doc, (old) => (Array.isArray(old) ? undefined : old), null);
      }
    }
  };
}
