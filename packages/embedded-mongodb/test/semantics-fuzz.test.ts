import { describe, expect, it } from '@jest/globals';
import { Double, MinKey, ObjectId } from 'bson';
import { accumulators } from '../src/aggregate/accumulators';
import { operators as expressionOperators } from '../src/aggregate/operators/index';
import { type PipelineEnvironment, runPipeline } from '../src/aggregate/pipeline';
import { encodeDocument } from '../src/bson/values';
import { MongoError } from '../src/errors';
import { compileFilter } from '../src/query/filter';
import { operators as queryOperators } from '../src/query/operators';
import { compileProject } from '../src/query/projection';
import { compileSort } from '../src/query/sort';
import { updateOperators } from '../src/update/operators';
import { compileUpdate } from '../src/update/update';
import { upsertDocument } from '../src/update/upsert';
import { doc, random } from './support/documents';

const now = new Date('2026-03-01T12:00:00Z');
const options = { now };
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;

const members = [
  'input',
  'in',
  'cond',
  'as',
  'vars',
  'date',
  'unit',
  'timezone',
  'format',
  'path',
  'from',
  'pipeline',
]
  .concat([
    'newRoot',
    'into',
    'let',
    'localField',
    'foreignField',
    'startDate',
    'amount',
    'branches',
    'case',
    'then',
  ])
  .concat([
    '$each',
    '$slice',
    '$sort',
    '$position',
    '$elemMatch',
    '$regex',
    '$options',
    'to',
    'regex',
    'if',
    'else',
  ]);
const stageNames = [
  '$match',
  '$project',
  '$addFields',
  '$unset',
  '$group',
  '$sort',
  '$limit',
  '$skip',
  '$unwind',
].concat(['$count', '$nothing']);
const names = [
  ...queryOperators.keys(),
  ...expressionOperators.keys(),
  ...accumulators.keys(),
  ...members,
  ...[
    '$and',
    '$or',
    '$nor',
    '$expr',
    '$rename',
    '_id',
    'a',
    'a.b',
    'a.$',
    'a.$[]',
    'a.$[x]',
    '',
    '$',
    'x.0',
    '__proto__',
  ],
];
const scalars = [
  null,
  0,
  1,
  -1,
  1.5,
  NaN,
  2 ** 40,
  7n,
  2n ** 63n - 1n,
  new Double(3),
  true,
  false,
  '',
  'a',
  '$a',
  '$$ROOT',
]
  .concat(['$$a', '$', '$a.b', 'day', 'UTC', '%Y', 'int', 'x'])
  .concat([now, new ObjectId('0'.repeat(24)), new MinKey(), /a/, '2026-01-01', '['] as never[]);

function anything(depth: number): unknown {
  const kind = depth === 0 ? 0 : random(4);
  if (kind < 2) return pick(scalars);
  if (kind === 2) return Array.from({ length: random(4) }, () => anything(depth - 1));
  return new Map(Array.from({ length: 1 + random(3) }, () => [pick(names), anything(depth - 1)]));
}

function object(depth: number, keys: readonly string[]): Map<string, unknown> {
  return new Map(Array.from({ length: 1 + random(2) }, () => [pick(keys), anything(depth)]));
}

const document = doc({
  _id: 1,
  a: [{ b: 1 }, { b: [2, 3] }, 4, null],
  b: { a: 'x' },
  x: 5n,
  d: now,
});
const environment: PipelineEnvironment = {
  now,
  isDue: () => random(4) === 0,
};

/** Runs random input; returns how often it was accepted. Anything but a MongoError is a bug. */
function accepted(rounds: number, attempt: () => void): number {
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    try {
      attempt();
      count += 1;
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
    }
  }
  return count;
}

describe('whatever a client sends is answered or refused with a MongoError', () => {
  it('as a filter', () => {
    const keys = ['a', 'a.b', 'x', '$and', '$or', '$expr'];
    const count = accepted(8000, () => {
      const condition = random(2) === 0 ? anything(3) : object(2, [...queryOperators.keys()]);
      compileFilter(doc(new Map([[pick(keys), condition]])), options).matches(document);
    });
    expect(count).toBeGreaterThan(400);
  });

  it('as an update', () => {
    const keys = [...updateOperators.keys(), '$rename', 'a', '$nothing'];
    const paths = ['a', 'a.b', 'a.0', 'a.$[]', 'a.$[x].b', 'b.c', 'x', 'n.m', '_id', 'a.$'];
    const count = accepted(8000, () => {
      const update = doc(new Map([[pick(keys), object(2, paths)]]));
      encodeDocument(compileUpdate(update, options)(document, random(3)));
      encodeDocument(upsertDocument(doc({ x: 1 }), update, options));
    });
    expect(count).toBeGreaterThan(400);
  });

  it('as a projection and a sort', () => {
    const count = accepted(8000, () => {
      const spec = doc(object(2, ['a', 'a.b', 'x', '_id', 'b', 'a.$']));
      encodeDocument(compileProject(spec, options)(document));
      compileSort(spec).compare(document, document);
    });
    expect(count).toBeGreaterThan(40);
  });

  it('as a stage', () => {
    const count = accepted(10_000, () => {
      const operand = random(2) === 0 ? anything(4) : object(3, ['_id', 'n', ...members]);
      const stage = doc(new Map([[pick(stageNames), operand]]));
      for (const one of runPipeline([stage], [document], environment)) if (one) encodeDocument(one);
    });
    expect(count).toBeGreaterThan(400);
  });

  it('as an expression', () => {
    const expressions = [...expressionOperators.keys()];
    const count = accepted(20_000, () => {
      const expression = new Map([
        [
          pick(expressions),
          random(3) === 0 ? anything(3) : [anything(1), anything(1)].slice(random(3)),
        ],
      ]);
      const stage = doc(new Map([['$project', new Map([['r', expression]])]]));
      for (const one of runPipeline([stage], [document], environment)) if (one) encodeDocument(one);
    });
    expect(count).toBeGreaterThan(2000);
  });
});
