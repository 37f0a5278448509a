import {
  GraphQLError,
  GraphQLScalarType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { type Amount, formatAmount, parseAmount } from '../../amount';
import { formatTime, parseTime } from '../../time';
import { Problems } from '../../validation';

/** @param node where it stands in a document: the error points there */
function requireAmount(value: unknown, node?: ValueNode): Amount {
  const amount = typeof value === 'string' ? parseAmount(value) : null;
  if (amount === null)
    throw new GraphQLError('an amount is a string such as "0.05", with at most 11 decimals', {
      nodes: node ?? null,
    });
  return amount;
}

/** Money on the wire: a decimal string. */
export const AmountScalar = new GraphQLScalarType<Amount, string>({
  name: 'Amount',
  description:
    'Money as an exact decimal string, e.g. "0.05": at most 11 digits after the point. The unit is said by the field.',
  serialize: (value) => {
    if (typeof value !== 'bigint') throw new GraphQLError('an amount must be a bigint');
    return formatAmount(value);
  },
  parseValue: (value) => requireAmount(value),
  parseLiteral: (node) => requireAmount(node.kind === Kind.STRING ? node.value : null, node),
});

/** Counts that outgrow a GraphQL Int on the wire: JSON numbers. */
export const CountScalar = new GraphQLScalarType<bigint, number>({
  name: 'Count',
  description: 'A whole number from 0 to 9007199254740991.',
  serialize: (value) => {
    if (typeof value !== 'bigint') throw new GraphQLError('a count must be a bigint');
    return Number(value);
  },
});

/** Points in time on the wire: ISO 8601 in UTC, whole seconds (docs/contract.md §2). */
export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'A point in time, ISO 8601. Taken with `Z` or an offset, with or without seconds and their fractions; answered like "2026-02-09T12:00:00+00:00".',
  serialize: (value) => {
    if (!(value instanceof Date)) throw new GraphQLError('a time must be a Date');
    return formatTime(value);
  },
  parseValue: (value) => requireTime(value),
  parseLiteral: (node) => requireTime(node.kind === Kind.STRING ? node.value : null, node),
});

function requireTime(value: unknown, node?: ValueNode): Date {
  const time = typeof value === 'string' ? parseTime(value) : null;
  if (time === null)
    throw new GraphQLError('a time is ISO 8601 such as "2026-02-09T12:00:00Z"', {
      nodes: node ?? null,
    });
  return time;
}

/** Whole numbers from 1 on the wire. */
export const PositiveIntScalar = new GraphQLScalarType<number, number>({
  name: 'PositiveInt',
  description: 'A whole number from 1 to 2147483647.',
  extensions: { parse: parsePositive },
  serialize: (value) => requirePositive(value),
  parseValue: (value) => requirePositive(value),
  parseLiteral: (node) => requirePositive(node.kind === Kind.INT ? Number(node.value) : null, node),
});

const noPositive = 'must be a positive integer';

/** Null: there is none. */
function parsePositive(value: unknown): number | null | Problems {
  if (value == null) return null;
  return isPositive(value) ? value : new Problems({ '': [noPositive] });
}

function requirePositive(value: unknown, node?: ValueNode): number {
  if (!isPositive(value)) throw new GraphQLError(noPositive, { nodes: node ?? null });
  return value;
}

function isPositive(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) < 2 ** 31;
}

/** Objects whose members the schema does not know, such as options of the taxonomy. */
export const JsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value; its form is said by the field.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});
