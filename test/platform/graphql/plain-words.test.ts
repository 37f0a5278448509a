import { describe, expect, it } from '@jest/globals';
import { coerceInputValue } from 'graphql';
import { withoutValues } from '../../../src/platform/graphql/plain-words';
import { AmountScalar, DateTimeScalar } from '../../../src/platform/graphql/scalars';

describe('what is said of a variable that is not of its type', () => {
  it.each([
    [AmountScalar, 10, 'an amount is a string such as "0.05", with at most 11 decimals'],
    [AmountScalar, '; secret', 'an amount is a string such as "0.05", with at most 11 decimals'],
    [DateTimeScalar, 'secret', 'a time is ISO 8601 such as "2026-02-09T12:00:00Z"'],
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
