import { z } from 'zod';
import type { ErrorDetails } from './errors';
import { acceptedBy, type JsonSchema } from './json-schema';
import { isRecord } from './record';

/** The problems of an input, by dotted path (`imps.0.id`). */
export class Problems {
  constructor(readonly details: ErrorDetails) {}
}

/**
 * Reads an input of any shape, once: the value that services take, or all that is wrong with it. Its rules may ask the
 * context beside the value.
 */
export type Parse<Value, Context = unknown> = (raw: unknown, ctx: Context) => Value | Problems;

/** The value that a parser makes. */
export type ParsedInput<Parser extends Parse<unknown, never>> = Exclude<
  ReturnType<Parser>,
  Problems
>;

/** The JSON that parsers take, for documents of requests; made when it is asked for. */
const schemas = new WeakMap<Parse<unknown, never>, () => JsonSchema>();

/** Says of a parser which JSON it takes. */
export function accepting<Parser extends Parse<unknown, never>>(
  parse: Parser,
  schema: () => JsonSchema,
): Parser {
  schemas.set(parse, schema);
  return parse;
}

/** The JSON that a parser takes; null: it does not say. */
export function acceptedByParser(parse: Parse<unknown, never>): JsonSchema | null {
  return schemas.get(parse)?.() ?? null;
}

/**
 * Makes the parser of an input with these members. What has an optional member keeps its value without it; null is for
 * those that take it.
 *
 * @param rules what members must be together: gets those that are right by themselves
 */
export function parserOf<Shape extends z.ZodRawShape>(
  shape: Shape,
): (raw: unknown) => MembersOf<Shape> | Problems;
export function parserOf<Shape extends z.ZodRawShape, Context>(
  shape: Shape,
  rules: Rules<Shape, Context>,
): Parse<MembersOf<Shape>, Context>;
export function parserOf<Shape extends z.ZodRawShape, Context>(
  shape: Shape,
  rules?: Rules<Shape, Context>,
): (raw: unknown, ctx?: Context) => MembersOf<Shape> | Problems {
  const input = z.object(shape);
  const required = new Set(input.safeParse({}).error?.issues.map(({ path }) => path[0]));
  const parse = (raw: unknown, ctx?: Context) => {
    if (!isRecord(raw)) return new Problems({ '': ['must be an object'] });
    const given = Object.fromEntries(
      Object.entries(raw).filter(([, value]) => value !== undefined),
    );
    const { data, error } = input.safeParse(given);
    const own = error ? problemsOf(error, given, required) : {};
    const found = rules && ctx ? rules(data ?? rightMembers(shape, given), ctx) : {};
    // The first `own` gives the order of problems within a member, the last one the words.
    const details = inOrderOf(shape, { ...own, ...found, ...own });
    return data && Object.keys(details).length === 0 ? data : new Problems(details);
  };
  return accepting(parse, () => acceptedBy(input));
}

/** The first problem is the one that a message names: they stand in the order of the members. */
function inOrderOf(shape: z.ZodRawShape, details: ErrorDetails): ErrorDetails {
  const names = Object.keys(shape);
  const placeOf = ([path]: readonly [string, unknown]) => names.indexOf(path.split('.')[0] ?? '');
  return Object.fromEntries(
    Object.entries(details).toSorted((one, other) => placeOf(one) - placeOf(other)),
  );
}

type Rules<Shape extends z.ZodRawShape, Context> = (
  members: Partial<MembersOf<Shape>>,
  ctx: Context,
) => ErrorDetails;

/** The value that a parser of these members makes. */
export type MembersOf<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

function problemsOf(
  { issues }: z.ZodError,
  given: Readonly<Record<string, unknown>>,
  required: ReadonlySet<unknown>,
): ErrorDetails {
  const details: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const value = valueAt(given, path);
    const isRequired = path.length === 1 ? required.has(path[0]) : value === undefined;
    const absent = isRequired ? 'is required' : 'must not be null';
    details[path.join('.')] ??= [value == null ? absent : message];
  }
  return details;
}

/** The value that a path leads to; undefined: there is none. */
function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    whole,
  );
}

/** The members that can be read although others cannot. */
function rightMembers<Shape extends z.ZodRawShape>(
  shape: Shape,
  given: Readonly<Record<string, unknown>>,
): Partial<MembersOf<Shape>> {
  const read = Object.entries(shape).flatMap(([name, member]) => {
    const { success, data } = z.safeParse(member, given[name]);
    return success && data !== undefined ? [[name, data] as const] : [];
  });
  // Each was read by its own member of the shape.
  return Object.fromEntries(read) as Partial<MembersOf<Shape>>;
}

/** Says that a write failed because another document has the same unique key. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}

/** The form of a URL that `isHttpUrl` takes, for documents of requests, beside the format `uri`. */
export const httpUrlPattern = '^[Hh][Tt][Tt][Pp][Ss]?://[^/\\\\?#@]+(?:[/?#].*)?$';

/**
 * Says that a text is an absolute http or https URL without credentials. The slashes after the scheme are required:
 * without them, a URL resolved against another URL would lead to a path of the other URL's host.
 */
export function isHttpUrl(text: string): boolean {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/**
 * Why a value is not text of `least` to `maxBytes` bytes of UTF-8 for people; null: it is. Where it needs a byte, blanks
 * alone are not enough.
 */
export function problemOfText(value: unknown, maxBytes: number, least: 0 | 1 = 1): string | null {
  if (typeof value !== 'string') return 'must be a string';
  // A long text is not counted: each of its characters has a byte at least.
  const isLong = value.length > maxBytes || Buffer.byteLength(value) > maxBytes;
  if (isLong || value.length < least) return `must have ${least} to ${maxBytes} bytes`;
  if (!isReadable(value)) return unreadable;
  return least === 1 && value.trim() === '' ? 'must not be empty' : null;
}

/** The problem of text that people cannot read. */
export const unreadable = 'must be readable text';

/**
 * Characters, within brackets, that nobody can see or type: controls, and those that turn around the direction of the
 * words behind them, which may be those of a page.
 *
 * @see Unicode Standard Annex #9 §2.1
 */
export const unseen = '\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069';

/** Text that people can read as a pattern, whose characters are whole ones. */
export const readablePattern = `^[^${unseen}]*$`;

/** The same of a text that is not blank. */
export const saidPattern = `^[^${unseen}]*[^\\s${unseen}][^${unseen}]*$`;

const readable = new RegExp(readablePattern, 'u');

/** Says that a text has no character that people cannot see, and a form in UTF-8, as lone surrogates have none. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && readable.test(text);
}
