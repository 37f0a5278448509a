import { z } from 'zod';
import {
  type Amount,
  amountPattern,
  floorPattern,
  formatAmount,
  maxAmount,
  maxFloor,
  maxPrice,
  parseAmount,
  pricePattern,
} from './amount';
import { isUuid, toId, uuidPattern } from './id';
import { acceptedBy, type JsonSchema } from './json-schema';
import { parseTime, timePattern } from './time';
import { isReadable, problemOfText, readablePattern, saidPattern, unreadable } from './validation';

/**
 * A member that `read` makes of any value, or says in words what is wrong with it.
 *
 * @param accepts the JSON that `read` takes, for documents of requests
 */
export function member<Value>(
  read: (value: unknown) => { readonly value: Value } | string,
  accepts: JsonSchema,
) {
  return z
    .unknown()
    .transform((value, check): Value => {
      const result = read(value);
      if (typeof result !== 'string') return result.value;
      check.addIssue(result);
      return z.NEVER;
    })
    .meta({ ...accepts });
}

/** A file of a request; a promise, because it is on its way. */
export const fileOf = <File>() =>
  z.custom<Promise<File>>((value) => value instanceof Promise, 'must be a file');

/** Any text. */
export const text = z.string('must be a string');

/** Text for people, of at least 1 and at most so many bytes of UTF-8; with `least` 0 it may be empty. */
export const textOfBytes = (most: number, least: 0 | 1 = 1) =>
  member((value) => problemOfText(value, most, least) ?? { value: String(value) }, {
    type: 'string',
    minLength: least,
    // Each character has a byte at least.
    maxLength: most,
    pattern: least === 0 ? readablePattern : saidPattern,
  });

/** Text for people, of 1 to so many characters. */
export const textOfCharacters = (most: number) =>
  member(
    (value) => {
      if (typeof value !== 'string') return 'must be a string';
      if (value.trim() === '' || value.length > most) return `must have 1 to ${most} characters`;
      return isReadable(value) ? { value } : unreadable;
    },
    { type: 'string', minLength: 1, maxLength: most, pattern: saidPattern },
  );

/** An id in any of its forms, read to the one that is stored. */
export const idOf = (noun: string) =>
  member(
    (value) =>
      typeof value === 'string' && isUuid(value) ? { value: toId(value) } : `must be ${noun}`,
    { type: 'string', pattern: uuidPattern },
  );

export const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

export const flag = z.boolean('must be true or false');

/** Decimal text of more than any amount: it is too much, and not misspelt. */
const beyondAmounts = /^\d{8,30}(?:\.\d{1,11})?$/;

const amountUpTo = (most: Amount, unit: string, { pattern }: { readonly pattern: string }) => {
  const tooMuch = `must be at most ${formatAmount(most)}${unit}`;
  return member(
    (value) => {
      const read = typeof value === 'string' ? parseAmount(value) : value;
      if (typeof read !== 'bigint')
        return typeof value === 'string' && beyondAmounts.test(value)
          ? tooMuch
          : 'must be a number with at most 11 decimals';
      if (read < 0n) return 'must not be negative';
      return read > most ? tooMuch : { value: read };
    },
    {
      type: ['number', 'string'],
      minimum: 0,
      maximum: Math.floor(Number(formatAmount(most))),
      pattern,
    },
  );
};

/** Money that is not negative, as it is or as decimal text. */
export const amount = amountUpTo(maxAmount, '', { pattern: amountPattern });

/** USD that something costs, is worth or may spend. */
export const price = amountUpTo(maxPrice, ' USD', { pattern: pricePattern });

/** USD that a publisher asks for 1,000 views at least. */
export const floor = amountUpTo(maxFloor, ' USD', { pattern: floorPattern });

/** A text that is a point in time, for documents of requests. */
export const timeSchema: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: timePattern,
};

/** A point in time, as it is or as text. */
export const time = member((value) => {
  const read = typeof value === 'string' ? parseTime(value) : value;
  return read instanceof Date && !Number.isNaN(read.getTime())
    ? { value: read }
    : 'must be a time such as 2026-02-09T12:00:00Z';
}, timeSchema);

export const objectOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, 'must be an object');

/** A list of at most so many; the items of a longer one are not looked at. */
export const listOf = <Item extends z.ZodType>(
  item: Item,
  {
    most = Infinity,
    tooLong = `must have at most ${most} entries`,
    noList = 'must be a list',
  }: { readonly most?: number; readonly tooLong?: string; readonly noList?: string } = {},
) =>
  z
    .array(z.unknown(), noList)
    .max(most, tooLong)
    .pipe(z.array(item))
    .meta({ items: acceptedBy(item) });

/** A list no two items of which have the same `name`. */
export const withoutRepeats = <Item>(
  list: z.ZodType<Item[]>,
  name: keyof Item & string,
  problem: string,
) =>
  list.superRefine((items, check) => {
    const values = items.map((item) => item[name]);
    for (const [at, value] of values.entries())
      if (values.indexOf(value) < at)
        check.addIssue({ code: 'custom', path: [at, name], message: problem });
  });

/** A list that null empties. */
export const emptiable = <Item>(list: z.ZodType<Item[]>) =>
  list.nullable().transform((items) => items ?? []);
