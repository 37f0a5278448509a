import { RpcError } from './errors';

interface ParamTypes {
  string: string;
  integer: number;
  boolean: boolean;
}

type ParamType = keyof ParamTypes;
type Shape = Readonly<Record<string, ParamType>>;
type Required<S extends Shape> = { readonly [K in keyof S]: ParamTypes[S[K]] };
type Optional<S extends Shape> = { readonly [K in keyof S]?: ParamTypes[S[K]] };

const checks: Readonly<Record<ParamType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
};

/**
 * Reads by-name parameters. A null counts as absent; a name that is in neither shape is refused.
 *
 * @throws {RpcError} INVALID_PARAMS with every bad parameter in `data`, by name.
 */
export function readParams<R extends Shape, O extends Shape>(
  params: unknown,
  { required, optional }: { readonly required: R; readonly optional: O },
): Required<R> & Optional<O> {
  if (params === undefined) return readParams({}, { required, optional });
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new RpcError('INVALID_PARAMS', 'params must be an object with named members');
  }
  const shape = new Map<string, ParamType>(Object.entries({ ...required, ...optional }));
  const given = Object.entries(params).filter(([, value]) => value !== null);
  const bad = new Map<string, string[]>();
  for (const [name, value] of given) {
    const type = shape.get(name);
    if (type === undefined) bad.set(name, ['is not a parameter of this method']);
    else if (!checks[type](value)) bad.set(name, [`must be of type ${type}`]);
  }
  const names = new Set(given.map(([name]) => name));
  for (const name of Object.keys(required)) if (!names.has(name)) bad.set(name, ['is required']);
  if (bad.size > 0) throw invalidParams(bad);
  // Every member of the shapes has just been checked against its type.
  return Object.fromEntries(given) as Required<R> & Optional<O>;
}

/** An INVALID_PARAMS error that names each bad parameter. */
export function invalidParams(bad: ReadonlyMap<string, readonly string[]>): RpcError {
  const message = [...bad].map(([name, reasons]) => `${name} ${reasons.join(', ')}`).join('; ');
  return new RpcError('INVALID_PARAMS', message, { data: Object.fromEntries(bad) });
}
