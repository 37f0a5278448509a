import { describe, expect, it } from '@jest/globals';
import { Decimal128 } from 'bson';
import { compileExpression } from '../../src/aggregate/expression';
import type { Value } from '../../src/bson/values';
import { doc, value } from '../support/documents';
import { dateCases, expressionCases, missing, refusedOperators, source } from './expression-cases';

const now = new Date('2026-03-01T12:00:00Z');
function evaluate(expression: unknown): Value | undefined {
  return compileExpression(value(expression), { now, let: doc({ given: { $add: [1, 1] } }) })(
    doc(source),
  );
}

describe('compileExpression', () => {
  it('has the time of the command', () => {
    expect(evaluate('$$NOW')).toEqual(now);
  });

  it.each(expressionCases)('%j is %j', (expression, expected) => {
    const wanted = expected === missing ? undefined : value(expected);
    expect(evaluate(expression)).toEqual(wanted);
  });

  it.each(dateCases)('%j is %j, as clocks and calendars have it', (expression, expected) => {
    expect(evaluate(expression)).toEqual(value(expected));
  });

  it.each<[unknown, number, string]>([
    [{ $what: 1 }, 168, '$what'],
    [{ $add: 1, $subtract: 1 }, 15983, 'exactly one field'],
    [{ a: 1, $add: 1 }, 15983, 'exactly one field'],
    [{ 'a.b': 1 }, 16412, "'a.b'"],
    ['$', 16872, 'FieldPath'],
    ['$a.', 15998, 'empty'],
    ['$a.$b', 16410, '$'],
    ['$$who', 17276, 'who'],
    ['$$CLUSTER_TIME', 17276, 'CLUSTER_TIME'],
    [{ $subtract: [1] }, 16020, '$subtract'],
    [{ $add: ['x', 1] }, 16554, '$add'],
    [{ $add: ['$at', '$at'] }, 16612, 'only one date'],
    [{ $subtract: ['x', 1] }, 16556, 'string'],
    [{ $multiply: ['x'] }, 16555, 'string'],
    [{ $divide: [1, 0] }, 2, 'zero'],
    [{ $add: [Decimal128.fromString('1'), 1] }, 115, 'Decimal128'],
    [{ $concat: [1] }, 16702, '$concat'],
    [{ $toUpper: ['$list'] }, 16007, 'array'],
    [{ $size: '$none' }, 17124, 'missing'],
    [{ $arrayElemAt: [1, 0] }, 28689, 'int'],
    [{ $in: [1, 2] }, 40081, '$in'],
    ...refusedOperators.map((name): [unknown, number, string] => [{ [name]: 1 }, 168, name]),
    [{ $year: 'x' }, 16006, 'string'],
    [{ $hour: { date: '$at', timezone: 'Europe/Berlin' } }, 115, 'Europe/Berlin'],
    [{ $dateToString: { date: '$at', format: '%q' } }, 18536, '%q'],
    [{ $dateToString: { date: '$at', format: '%G-W%V' } }, 18536, '%G'],
    [{ $toString: '$list' }, 241, 'array'],
  ])('refuses %j with %i', (expression, code, text) => {
    expect(() => evaluate(expression)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });
});
