import { RpcError } from './errors';

interface ParamTypes {
  string: string;
  integer: number;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
}

type ParamType = keyof ParamTypes;
/** Parameter names and the JSON type of each. */
export type Shape = Readonly<Record<string, ParamType>>;
type RequiredOf<S extends Shape> = { readonly [K in keyof S]: ParamTypes[S[K]] };
/** Parameters that may all be absent. */
export type OptionalOf<S extends Shape> = { readonly [K in keyof S]?: ParamTypes[S[K]] };

/** Parameters that have passed `readParams`. */
export type ParamsOf<R extends Shape, O extends Shape> = RequiredOf<R> & OptionalOf<O>;

const checks: Readonly<Record<ParamType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** An error repeats so many unknown names, and so many characters of each: no answer is longer than its request. */
const maxUnknown = 10;
const maxNameLength = 64;

/**
 * Reads by-name parameters. A null counts as absent; a name that is in neither shape is refused.
 *
 * @throws {RpcError} INVALID_PARAMS with every bad parameter in `data`, by name; of names that do not exist,
 * the first ten.
 */
export function readParams<R extends Shape, O extends Shape>(
  params: unknown,
  { required, optional }: { readonly required: R; readonly optional: O },
): ParamsOf<R, O> {
  if (params === undefined) return readParams({}, { required, optional });
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new RpcError('INVALID_PARAMS', 'params must be an object with named members');
  }
  const shape = new Map<string, ParamType>(Object.entries({ ...required, ...optional }));
  const given = Object.entries(params).filter(([, value]) => value !== null);
  const bad = new Map<string, string[]>();
  let unknown = 0;
  for (const [name, value] of given) {
    const type = shape.get(name);
    if (type === undefined) {
      unknown += 1;
      if (unknown > maxUnknown) continue;
      bad.set(name.slice(0, maxNameLength), ['is not a parameter of this method']);
    } else if (!checks[type](value)) bad.set(name, [`must be of type ${type}`]);
  }
  const names = new Set(given.map(([name]) => name));
  for (const name of Object.keys(required)) if (!names.has(name)) bad.set(name, ['is required']);
  if (bad.size > 0) throw invalidParams(bad);
  // Every member of the shapes has just been checked against its type.
  return Object.fromEntries(given) as ParamsOf<R, O>;
}

/** An INVALID_PARAMS error that names each bad parameter. */
export function invalidParams(bad: ReadonlyMap<string, readonly string[]>): RpcError {
  const message = [...bad].map(([name, reasons]) => `${name} ${reasons.join(', ')}`).join('; ');
  return new RpcError('INVALID_PARAMS', message, { data: Object.fromEntries(bad) });
}
