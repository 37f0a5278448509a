import { z } from 'zod';
import type { Config } from './config';
import type { Taxonomy } from './demand/taxonomy/media';
import type { ErrorDetails } from './errors';

/** Facts that the rules of an input may ask beside the value. */
export interface RuleContext {
  readonly config: Config;
  readonly taxonomy: { readonly current: Taxonomy };
  readonly now: () => Date;
}

/** The problems of an input, by dotted path (`imps.0.id`). */
export class Problems {
  constructor(readonly details: ErrorDetails) {}
}

/** Reads an input of any shape, once: the value that services take, or all that is wrong with it. */
export type Parse<Value> = (raw: unknown, ctx: RuleContext) => Value | Problems;

/** The value that a parser makes. */
export type ParsedInput<Parser extends Parse<unknown>> = Exclude<ReturnType<Parser>, Problems>;

const parsers = new Map<string, Parse<unknown>>();

/** Declares how a GraphQL input is read, whether it comes from a GraphQL client or from a REST path. */
export function defineInput(name: string, parse: Parse<unknown>): void {
  parsers.set(name, parse);
}

export function findParser(name: string): Parse<unknown> | null {
  return parsers.get(name) ?? null;
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
export function parserOf<Shape extends z.ZodRawShape>(
  shape: Shape,
  rules: Rules<Shape>,
): Parse<MembersOf<Shape>>;
export function parserOf<Shape extends z.ZodRawShape>(
  shape: Shape,
  rules?: Rules<Shape>,
): (raw: unknown, ctx?: RuleContext) => MembersOf<Shape> | Problems {
  const input = z.object(shape);
  const required = new Set(input.safeParse({}).error?.issues.map(({ path }) => path[0]));
  return (raw, ctx) => {
    if (!isRecord(raw)) return new Problems({ '': ['must be an object'] });
    const given = Object.fromEntries(
      Object.entries(raw).filter(([, value]) => value !== undefined),
    );
    const { data, error } = input.safeParse(given);
    const own = error ? problemsOf(error, given, required) : {};
    const found = rules && ctx ? rules(data ?? rightMembers(shape, given), ctx) : {};
    const details = inOrderOf(shape, { ...own, ...found, ...own });
    return data && Object.keys(details).length === 0 ? data : new Problems(details);
  };
}

/** The first problem is the one that a message names: they stand in the order of the members. */
function inOrderOf(shape: z.ZodRawShape, details: ErrorDetails): ErrorDetails {
  const names = Object.keys(shape);
  const placeOf = ([path]: readonly [string, unknown]) => names.indexOf(path.split('.')[0] ?? '');
  return Object.fromEntries(
    Object.entries(details).toSorted((one, other) => placeOf(one) - placeOf(other)),
  );
}

type Rules<Shape extends z.ZodRawShape> = (
  members: Partial<MembersOf<Shape>>,
  ctx: RuleContext,
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
    const name = String(path[0]);
    const isMissing = path.length === 1 && given[name] == null;
    const absent = required.has(name) ? 'is required' : 'must not be null';
    details[path.join('.')] ??= [isMissing ? absent : message];
  }
  return details;
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

/** Whether a write failed because another document has the same unique key. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}

/**
 * Whether a text is an absolute http or https URL without credentials in it. Its slashes must be there: where it is
 * resolved against another URL, it would lead to a path of that one's host without them.
 */
export function isHttpUrl(text: string): boolean {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Whether a JSON value is an object whose members can be looked at. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why a value is not text of 1 to `maxBytes` bytes of UTF-8 for people; null: it is. */
export function problemOfText(value: unknown, maxBytes: number): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '' || value.length > maxBytes || Buffer.byteLength(value) > maxBytes)
    return `must have 1 to ${maxBytes} bytes`;
  return isReadable(value) ? null : unreadable;
}

/** The problem of text that people cannot read. */
export const unreadable = 'must be readable text';

/** Lone surrogates have no UTF-8, and nobody can see or type a control character. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
