import { describe, expect, it } from '@jest/globals';
import { coerceInputValue, GraphQLEnumType, GraphQLInputObjectType, GraphQLString } from 'graphql';
import { withoutValues } from '../../../src/platform/graphql/plain-words';
import {
  AmountScalar,
  DateTimeScalar,
  PositiveIntScalar,
} from '../../../src/platform/graphql/scalars';

const status = new GraphQLEnumType({ name: 'Status', values: { active: {}, draft: {} } });
const input = new GraphQLInputObjectType({
  name: 'Input',
  fields: { name: { type: GraphQLString } },
});

describe('what is said of a variable that is not of its type', () => {
  it.each([
    [AmountScalar, 10, 'an amount is a string such as "0.05", with at most 11 decimals'],
    [AmountScalar, '; secret', 'an amount is a string such as "0.05", with at most 11 decimals'],
    [DateTimeScalar, 'secret', 'a time is ISO 8601 such as "2026-02-09T12:00:00Z"'],
    [PositiveIntScalar, 0, 'must be a positive integer'],
    [PositiveIntScalar, 'secret', 'must be a positive integer'],
    [status, 'secret', 'is none of its values'],
    [status, 5, 'is none of its values'],
    [input, 'secret', 'must be an object'],
  ])('names the form of %s and not the value %j', (type, value, form) => {
    const messages: string[] = [];
    coerceInputValue(value, type, (_path, _value, { message }) => {
      messages.push(`Variable "$i" got invalid value ${JSON.stringify(value)}; ${message}`);
    });
    expect(messages.map(withoutValues)).toEqual([`variable "$i": ${form}`]);
  });

  it('names nothing of an error that it does not know', () => {
    expect(withoutValues('Variable "$i" got invalid value 1; secret')).toBe(
      'variable "$i": is not valid',
    );
  });
});
