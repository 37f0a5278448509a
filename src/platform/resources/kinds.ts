import { ID, Int } from 'type-graphql';
import { z } from 'zod';
import type { Amount } from '../../amount';
import * as input from '../../input-members';
import { keysOf } from '../../record';
import { httpUrlPattern, isHttpUrl } from '../../validation';
import { createEnum, type EnumOptions } from '../graphql/enum';
import { AmountScalar, CountScalar, DateTimeScalar, JsonScalar } from '../graphql/scalars';

/** The form that a value has in MongoDB. */
export type StoredAs = 'text' | 'number' | 'int64' | 'flag' | 'time' | 'texts' | 'mixed';

/** A kind of value: how clients give it, how GraphQL and MongoDB have it, and an example for tests. */
export interface Kind<Value> {
  /** The GraphQL type of a value, or of the items of a list. */
  readonly type: object;
  readonly isList: boolean;
  readonly isNullable: boolean;
  /** All of them, where the kind is a closed set. */
  readonly values?: readonly Value[];
  readonly stored: StoredAs;
  /** Reads the value of a client. */
  readonly input: z.ZodType<Value>;
  /** The values that it takes, for descriptions of requests; null: the type says it. */
  readonly range: string | null;
  readonly example: Value;
}

export type ValueOf<K> = K extends Kind<infer Value> ? Value : never;

const usual = { isList: false, isNullable: false, range: null } as const;

/** The same kind, where a value may be missing. */
function orNull<Value>(kind: Kind<Value>): Kind<Value | null> {
  return { ...kind, input: kind.input.nullable(), isNullable: true, example: null };
}

/** An id of 32 lower-case hex digits; clients may write its dashes. */
function idOf(noun: string): Kind<string> {
  const example = '00000000000040008000000000000001';
  return { ...usual, type: ID, stored: 'text', input: input.idOf(noun), example };
}

/** Text that is no one's to set, or that rules of its own look at. */
const plainText: Kind<string> = {
  ...usual,
  type: String,
  stored: 'text',
  input: input.text,
  example: 'web',
};

/** Text for people, bounded by its bytes in UTF-8. */
function text({ bytes: [least, most] }: { readonly bytes: readonly [0 | 1, number] }) {
  return {
    ...usual,
    type: String,
    stored: 'text',
    input: input.textOfBytes(most, least),
    range: `${least} to ${most} bytes`,
    example: 'Example',
  } satisfies Kind<string>;
}

/** Text for people, bounded by its characters. */
function textOfCharacters(most: number): Kind<string> {
  const range = `1 to ${most} characters`;
  return { ...plainText, input: input.textOfCharacters(most), range, example: 'Example' };
}

/** URL parsers take braces for names of hosts; resolvers of names do not. */
const hasPlainHost = (text: string): boolean => !/[{}]/.test(URL.parse(text)?.host ?? '');

/** An http or https URL without credentials, of at most so many bytes. */
function urlOf({ bytes }: { readonly bytes: number }): Kind<string> {
  return {
    ...plainText,
    input: input
      .textOfBytes(bytes)
      .refine(isHttpUrl, 'must be an http(s) URL without credentials')
      .refine(hasPlainHost, 'must have a host without placeholders')
      .meta({ format: 'uri', pattern: httpUrlPattern }),
    range: `an http(s) URL of at most ${bytes} bytes`,
    example: 'https://shop.example/',
  };
}

/** A closed set of texts, which is a GraphQL enum. */
function enumOf<const Value extends string>(
  options: Omit<EnumOptions<Value>, 'values'>,
): Kind<Value> & { readonly values: readonly Value[] } {
  const values = keysOf(options.meanings);
  const [example] = values;
  if (example === undefined) throw new Error(`${options.name} has no values`);
  const type = createEnum({ ...options, values });
  return { ...usual, type, stored: 'text', input: input.oneOf(values), example, values };
}

/** The same kind without a value that the system alone sets. */
function without<Value extends string>(
  kind: Kind<Value> & { readonly values: readonly Value[] },
  ...taken: readonly Value[]
): Kind<Value> {
  return { ...kind, input: input.oneOf(kind.values.filter((value) => !taken.includes(value))) };
}

/** A closed set of texts that the public schema has as plain text. */
function textOf<const Value extends string>(values: readonly [Value, ...Value[]]): Kind<Value> {
  return { ...usual, type: String, stored: 'text', input: input.oneOf(values), example: values[0] };
}

/** A whole number that no client sets. */
const integer: Kind<number> = {
  ...usual,
  type: Int,
  stored: 'number',
  input: z.int('must be a whole number'),
  example: 0,
};

/** A whole number within bounds that a client sets. */
function integerOf({ least, most }: { readonly least: number; readonly most: number }) {
  const range = `${least} to ${most}`;
  return {
    ...integer,
    input: z
      .int('must be a whole number')
      .min(least, `must be ${range}`)
      .max(most, `must be ${range}`),
    range,
    example: least,
  } satisfies Kind<number>;
}

/** A number of things, which no client sets. */
const count: Kind<bigint> = {
  ...usual,
  type: CountScalar,
  stored: 'int64',
  input: z.bigint('must be a whole number'),
  example: 0n,
};

const flag: Kind<boolean> = {
  ...usual,
  type: Boolean,
  stored: 'flag',
  input: input.flag,
  example: false,
};

/** Money that is not negative, in units of 10^-11. */
const amount: Kind<Amount> = {
  ...usual,
  type: AmountScalar,
  stored: 'int64',
  input: input.amount,
  range: 'not negative',
  example: 100_000_000_000n,
};

/** USD that something costs, is worth or may spend. */
const price: Kind<Amount> = { ...amount, input: input.price, range: 'at most 1000000' };

/** USD that a publisher asks for 1,000 views at least. */
const floor: Kind<Amount> = { ...amount, input: input.floor, range: 'at most 10000' };

const time: Kind<Date> = {
  ...usual,
  type: DateTimeScalar,
  stored: 'time',
  input: input.time,
  example: new Date('2026-01-01T00:00:00Z'),
};

/** Values of one kind, stored as texts. @param read for lists that clients set: bounds them */
function listOf<Value extends string>(
  { type, example, input: item }: Pick<Kind<Value>, 'type' | 'example' | 'input'>,
  read: z.ZodType<readonly Value[]> = z.array(item),
): Kind<readonly Value[]> {
  return { ...usual, type, isList: true, stored: 'texts', input: read, example: [example] };
}

/** An input of a class of its own, in requests alone; null stands for an empty one. */
function inputOf<Value>(type: object, read: z.ZodType<Value>, example: Value): Kind<Value> {
  return { ...usual, type, isNullable: true, stored: 'mixed', input: read, example };
}

/** A list of inputs of a class of its own, in requests alone; null stands for an empty one. */
function inputsOf<Value>(type: object, read: z.ZodType<readonly Value[]>): Kind<readonly Value[]> {
  return { ...inputOf<readonly Value[]>(type, read, []), isList: true };
}

/** JSON that the domain reads itself. */
function json<Value>(example: Value): Kind<Value> {
  // The domain's own rules narrow it.
  const read = z.unknown() as z.ZodType<Value>;
  return { ...usual, type: JsonScalar, stored: 'mixed', input: read, example };
}

/** The kinds of members. */
export const kind = {
  orNull,
  idOf,
  plainText,
  text,
  textOfCharacters,
  urlOf,
  enumOf,
  without,
  textOf,
  integer,
  integerOf,
  count,
  flag,
  amount,
  price,
  floor,
  time,
  listOf,
  inputOf,
  inputsOf,
  json,
} as const;
