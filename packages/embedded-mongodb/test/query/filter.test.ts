import { describe, expect, it } from '@jest/globals';
import { Double } from 'bson';
import { compareValues, type Doc, encodeKey, type Value, valuesAt } from '../../src/bson/values';
import { compileFilter, matchedPosition } from '../../src/query/filter';
import { doc, random } from '../support/documents';
import { filterCases, regexCases } from './filter-cases';

const now = new Date('2026-03-01T12:00:00Z');

function matches(filter: object, document: object): boolean {
  return compileFilter(doc(filter), { now }).matches(doc(document));
}

describe('compileFilter', () => {
  it.each(filterCases)('%j on %j: %p', (filter, document, expected) => {
    expect(matches(filter, document)).toBe(expected);
  });

  it('sees command variables in $expr', () => {
    const filter = compileFilter(doc({ $expr: { $eq: ['$a', '$$wanted'] } }), {
      now,
      let: doc({ wanted: { $add: [1, 1] } }),
    });
    expect([filter.matches(doc({ a: 2 })), filter.matches(doc({ a: 3 }))]).toEqual([true, false]);
  });

  it.each<[object, number, string]>([
    [{ $what: 1 }, 2, '$what'],
    [{ a: { $what: 1 } }, 2, '$what'],
    [{ a: { $gt: 1, b: 1 } }, 2, 'b'],
    [{ $where: 'true' }, 2, '$where'],
    [{ a: { $near: [1, 2] } }, 2, '$near'],
    [{ $and: [] }, 2, 'nonempty'],
    [{ $or: {} }, 2, 'array'],
    [{ $nor: [1] }, 2, 'full objects'],
    [{ a: { $in: 1 } }, 2, '$in needs an array'],
    [{ a: { $in: [{ $gt: 1 }] } }, 2, 'cannot nest $ under $in'],
    [{ a: { $all: 1 } }, 2, '$all needs an array'],
    [{ a: { $not: 1 } }, 2, '$not needs'],
    [{ a: { $not: {} } }, 2, '$not cannot be empty'],
    [{ a: { $size: -1 } }, 2, '$size'],
    [{ a: { $size: 1.5 } }, 2, '$size'],
    [{ a: { $mod: [1] } }, 2, 'malformed mod'],
    [{ a: { $mod: [0, 1] } }, 2, 'divisor cannot be 0'],
    [{ a: { $elemMatch: 1 } }, 2, '$elemMatch needs an Object'],
    [{ a: { $type: 'float' } }, 2, 'float'],
    [{ a: { $type: [] } }, 9, 'at least one type'],
    [{ a: { $type: true } }, 14, 'number or a string'],
    [{ a: { $gt: /x/ } }, 2, 'RegEx'],
    [{ a: { $ne: /x/ } }, 2, 'regex'],
    [{ a: { $options: 'i' } }, 2, '$options needs a $regex'],
    [{ a: { $regex: 5 } }, 2, '$regex has to be a string'],
    [{ a: { $regex: '(' } }, 51091, 'Regular expression is invalid'],
    [{ a: { $regex: 'a++' } }, 51091, 'possessive'],
    [{ a: { $regex: '(?>a)' } }, 51091, '(?>a'],
    [{ a: { $regex: 'a'.repeat(32_765) } }, 2, 'too long'],
    [{ $expr: { $what: 1 } }, 168, '$what'],
    [{ $expr: '$$who' }, 17276, 'who'],
  ])('refuses %j with %i', (filter, code, text) => {
    expect(() => matches(filter, {})).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });

  it.each<[string, string, boolean]>([
    ['^(ab)+c$', `${'ab'.repeat(5000)}c`, true],
    ['(x|ab)*d', 'ab'.repeat(300), false],
    ['a.*b.*c', `a${'-'.repeat(5000)}bc`, true],
  ])('/%s/ on a long text: %#', (pattern, text, expected) => {
    expect(matches({ a: { $regex: pattern } }, { a: text })).toBe(expected);
  });

  it.each([
    ['^(a+)+$', 'a'.repeat(40)],
    ['^( a+ ) +$', 'a'.repeat(40)],
    ['^(a+)(?#)+$', 'a'.repeat(40)],
    ['^(a|a)*$', 'a'.repeat(40)],
    ['(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)'.repeat(5), 'a'.repeat(34)],
    ['a*a*a*a*a*a*b', 'a'.repeat(1000)],
    ['(a*)\\1\\1b', 'a'.repeat(20_000)],
    [`a*${'a'.repeat(20_000)}`, 'a'.repeat(20_000 - 1)],
  ])('/%s/ takes no more than a moment: %#', (pattern, text) => {
    const start = performance.now();
    const run = () => matches({ a: { $regex: pattern, $options: 'x' } }, { a: `${text}!` });
    expect(run).toThrow(expect.objectContaining({ code: 51156 }));
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it.each(regexCases)('/%s/%s on %j: %p, as PCRE', (pattern, options, text, expected) => {
    expect(matches({ a: { $regex: pattern, $options: options } }, { a: text })).toBe(expected);
  });
});

describe('matchedPosition', () => {
  it.each<[object, object, number | undefined]>([
    [{ a: 5 }, { a: [4, 5] }, 1],
    [{ a: { $gt: 4 } }, { a: [4, 5, 6] }, 1],
    [{ 'a.b': 5 }, { a: [{ b: 1 }, { b: 5 }] }, 1],
    [{ 'a.b': 5 }, { a: [{ b: [5] }, { b: [7, 5] }] }, 0],
    [{ a: { $elemMatch: { b: 5 } } }, { a: [{ b: 1 }, { b: 5 }] }, 1],
    [{ x: 1, 'a.b': 5 }, { x: [1], a: [{ b: 1 }, { b: 5 }] }, 1],
    [{ $or: [{ a: 5, x: 2 }, { b: 1 }] }, { a: [4, 5], x: 1, b: 1 }, undefined],
    [{ a: 5 }, { a: 5 }, undefined],
    [{ a: { $ne: 4 } }, { a: [5, 6] }, undefined],
  ])('of %j on %j is %p', (filter, document, expected) => {
    expect(matchedPosition(compileFilter(doc(filter), { now }), doc(document))).toBe(expected);
  });
});

describe('bounds', () => {
  const bounds = (filter: object): unknown =>
    Object.fromEntries(compileFilter(doc(filter), { now }).bounds);

  it.each<[object, object]>([
    [{ a: 1 }, { a: { equalities: [1] } }],
    [{ a: [1, 2] }, { a: { equalities: [1, [1, 2]] } }],
    [{ a: [] }, { a: { equalities: [undefined, []] } }],
    [
      { a: { $in: [1, 'x'] }, b: null },
      { a: { equalities: [1, 'x'] }, b: { equalities: [null] } },
    ],
    [
      { a: { $gt: 1, $lte: 5 } },
      { a: { lower: { value: 1, inclusive: false }, upper: { value: 5, inclusive: true } } },
    ],
    [
      { a: { $elemMatch: { $gt: 1, $lte: 5 } } },
      {
        a: {
          lower: { value: 1, inclusive: false },
          upper: { value: 5, inclusive: true },
          isJoint: true,
        },
      },
    ],
    [
      { a: { $gte: 'x' } },
      {
        a: {
          lower: { value: 'x', inclusive: true },
          upper: { value: new Map(), inclusive: false, isTypeEnd: true },
          isJoint: true,
        },
      },
    ],
    [{ $and: [{ a: 1 }, { 'b.c': 2 }] }, { a: { equalities: [1] }, 'b.c': { equalities: [2] } }],
    [{ $or: [{ a: 1 }, { a: 2 }] }, {}],
    [{ a: { $ne: 1 }, b: /x/, c: { $not: { $gt: 1 } }, d: { $exists: true } }, {}],
    [{ a: { $all: [1, 2] } }, { a: { equalities: [1] } }],
    [{ a: { $elemMatch: { b: 1 } } }, { 'a.b': { equalities: [1] } }],
    [{ 'a.0': null }, {}],
  ])('of %j are %j', (filter, expected) => {
    expect(bounds(filter)).toEqual(expected);
  });

  it('hold for the index keys of every document that matches', () => {
    const scalar = (): unknown =>
      [1, 2, 3, 'x', null, new Double(2), true, [1, 2], [], [[1]]][random(10)];
    const condition = (): unknown =>
      [
        scalar(),
        { $gt: scalar() },
        { $lte: scalar() },
        { $gte: scalar(), $lt: scalar() },
        { $in: [scalar(), scalar()] },
        { $all: [scalar(), scalar()] },
        { $elemMatch: { $gt: scalar(), $lte: scalar() } },
        { $elemMatch: { b: scalar() } },
      ][random(8)];
    const field = (depth: number): unknown => {
      const kind = depth === 0 ? 0 : random(3);
      if (kind === 0) return scalar();
      if (kind === 1) return { b: field(depth - 1) };
      return [field(depth - 1), { b: field(depth - 1) }, scalar()].slice(random(3));
    };
    const wrong: unknown[] = [];
    let matched = 0;
    for (let round = 0; round < 60_000; round += 1) {
      const path = ['a', 'a.b', 'a.0', 'a.b.b'][random(4)]!;
      const document = doc(random(9) === 0 ? {} : { a: field(2) });
      const filter = compileFilter(doc({ [path]: condition() }), { now });
      if (!filter.matches(document)) continue;
      matched += 1;
      for (const [bounded, bound] of filter.bounds) {
        const keys = valuesAt(document, bounded);
        if (keys.length === 0) keys.push(null);
        if (!holds(keys, bound)) wrong.push({ document, bounded, bound });
      }
    }
    expect(wrong).toEqual([]);
    expect(matched).toBeGreaterThan(3000);
  });
});

type Bound = typeof compileFilter extends (...args: never[]) => {
  bounds: ReadonlyMap<string, infer B>;
}
  ? B
  : never;

function holds(keys: readonly (Value | undefined)[], bound: Bound): boolean {
  const above = (key: Value | undefined): boolean =>
    !bound.lower || compareValues(key, bound.lower.value) > (bound.lower.inclusive ? -1 : 0);
  const below = (key: Value | undefined): boolean =>
    !bound.upper || compareValues(key, bound.upper.value) < (bound.upper.inclusive ? 1 : 0);
  if (bound.equalities) {
    const wanted = bound.equalities.map((value) => encodeKey(value).toString('hex'));
    return keys.some((key) => wanted.includes(encodeKey(key).toString('hex')));
  }
  if (bound.isJoint) return keys.some((key) => above(key) && below(key));
  return keys.some(above) && keys.some(below);
}

/** A second, plain reading of the manual: every leaf of a path as a list, then one rule an operator. */
function oracle(filter: Doc, document: Doc): boolean {
  return [...filter].every(([name, operand]) => {
    const clauses = operand as Doc[];
    if (name === '$and') return clauses.every((clause) => oracle(clause, document));
    if (name === '$or') return clauses.some((clause) => oracle(clause, document));
    if (name === '$nor') return !clauses.some((clause) => oracle(clause, document));
    return [...(operand as Doc)].every(([operator, wanted]) =>
      oracleField(document, name, operator, wanted),
    );
  });
}

function oracleField(document: Doc, path: string, operator: string, wanted: Value): boolean {
  const found = leaves(document, path.split('.'));
  const order = (leaf: Value | undefined): number => compareValues(leaf ?? null, wanted);
  const sameKind = (leaf: Value | undefined): boolean => kind(leaf ?? null) === kind(wanted);
  switch (operator) {
    case '$eq':
      return found.some((leaf) => order(leaf) === 0);
    case '$ne':
      return !oracleField(document, path, '$eq', wanted);
    case '$in':
      return (wanted as Value[]).some((one) => oracleField(document, path, '$eq', one));
    case '$nin':
      return !oracleField(document, path, '$in', wanted);
    case '$gt':
      return found.some((leaf) => sameKind(leaf) && order(leaf) > 0);
    case '$lte':
      return found.some((leaf) => sameKind(leaf) && order(leaf) <= 0);
    case '$not':
      return ![...(wanted as Doc)].every(([inner, value]) =>
        oracleField(document, path, inner, value),
      );
    case '$exists':
      return found.some((leaf) => leaf !== undefined) === wanted;
    default:
      throw new Error(operator);
  }
}

function kind(leaf: Value): string {
  if (typeof leaf === 'object' && leaf !== null)
    return Array.isArray(leaf) ? 'array' : leaf.constructor.name.replace('Double', 'number');
  if (Number.isNaN(leaf)) return 'not a number';
  return leaf === null ? 'null' : typeof leaf === 'bigint' ? 'number' : typeof leaf;
}

function leaves(at: Value | undefined, path: readonly string[]): (Value | undefined)[] {
  const [name, ...rest] = path;
  if (name === undefined) return Array.isArray(at) ? [...at, at] : [at];
  if (at instanceof Map) return leaves(at.get(name), rest);
  if (!Array.isArray(at)) return [undefined];
  return at.filter((element) => element instanceof Map).flatMap((element) => leaves(element, path));
}

describe('random filters', () => {
  const scalar = (): unknown =>
    [1, 2n, 2.5, 'x', null, new Double(2), true, NaN, [1], { b: 1 }][random(10)];
  const value = (depth: number): unknown => {
    if (depth === 0 || random(3) === 0) return scalar();
    if (random(2) === 0)
      return Object.fromEntries(
        ['a', 'b'].filter(() => random(2) === 0).map((name) => [name, value(depth - 1)]),
      );
    return Array.from({ length: random(3) }, () => value(depth - 1));
  };
  const simple = (): [string, unknown] => {
    const operator = ['$eq', '$ne', '$in', '$nin', '$gt', '$lte', '$exists'][random(7)]!;
    let operand = scalar();
    if (operator === '$in' || operator === '$nin') operand = [scalar(), scalar()];
    if (operator === '$exists') operand = random(2) === 0;
    if (operator === '$gt' || operator === '$lte')
      operand = [1, 2n, 2.5, 'x', true, [1]][random(6)];
    return [operator, operand];
  };
  const filter = (depth: number): object => {
    if (depth > 0 && random(2) === 0) {
      const clauses = Array.from({ length: 1 + random(2) }, () => filter(depth - 1));
      return { [['$and', '$or', '$nor'][random(3)]!]: clauses };
    }
    const [operator, operand] = simple();
    const path = ['a', 'b', 'a.b', 'a.b.a'][random(4)]!;
    return {
      [path]: random(4) === 0 ? { $not: { [operator]: operand } } : { [operator]: operand },
    };
  };

  it('answer as the oracle does', () => {
    const wrong: unknown[] = [];
    let matched = 0;
    for (let round = 0; round < 40_000; round += 1) {
      const document = doc(value(0) === null ? {} : { a: value(3), b: value(2) });
      const wanted = doc(filter(2));
      const expected = oracle(wanted, document);
      matched += Number(expected);
      const answer = compileFilter(wanted, { now }).matches(document);
      if (answer !== expected) wrong.push({ wanted, document, expected });
    }
    expect(wrong).toEqual([]);
    expect(matched).toBeGreaterThan(10_000);
  });
});
