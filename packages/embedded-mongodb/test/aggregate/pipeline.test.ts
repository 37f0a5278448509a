import { describe, expect, it } from '@jest/globals';
import {
  type PipelineEnvironment,
  runPipeline,
  splitLeadingMatch,
} from '../../src/aggregate/pipeline';
import type { Doc } from '../../src/bson/values';
import { doc, random } from '../support/documents';
import { pipelineCases, refusedStages } from './pipeline-cases';

const now = new Date('2026-03-01T12:00:00Z');

const environment: PipelineEnvironment = {
  now,
  let: doc({ wanted: 2 }),
  isDue: () => false,
};

const toStages = (stages: readonly object[]): Doc[] => stages.map((stage) => doc(stage));

function run(stages: readonly object[], input: readonly object[]): Doc[] {
  return [
    ...runPipeline(
      toStages(stages),
      input.map((one) => doc(one)),
      environment,
    ),
  ].filter((one) => one !== undefined);
}

describe('runPipeline', () => {
  it.each(pipelineCases)('%s', (_name, stages, input, expected) => {
    expect(run(stages, input)).toEqual(expected.map((one) => doc(one)));
  });

  it('gives the first of a sort without keeping the rest', () => {
    const values = Array.from({ length: 10_000 }, () => ({ a: random(1_000_000) }));
    const top = run([{ $sort: { a: 1 } }, { $limit: 7 }], values).map((one) => one.get('a'));
    expect(top).toEqual(
      values
        .map(({ a }) => a)
        .sort((a, b) => a - b)
        .slice(0, 7),
    );
  });

  it.each([
    ['$sort', [{ $sort: { a: 1 } }]],
    ['$group', [{ $group: { _id: null, all: { $push: '$$ROOT' } } }]],
  ])('stops %s above 100 MiB', (_name, stages) => {
    function* endless(): Iterable<Doc> {
      const big = doc({ a: 'x'.repeat(1_000_000) });
      for (let i = 0; i < 1000; i += 1) yield big;
    }
    expect(() => [...runPipeline(toStages(stages), endless(), environment)]).toThrow(
      expect.objectContaining({ code: 292 }),
    );
  });

  it.each(['$first', '$last', '$min', '$max'])('stops a $group above 100 MiB of %s', (operator) => {
    function* endless(): Iterable<Doc> {
      const big = 'x'.repeat(1_000_000);
      for (let i = 0; i < 1000; i += 1) yield doc({ i, big });
    }
    const stages = toStages([{ $group: { _id: '$i', one: { [operator]: '$big' } } }]);
    expect(() => [...runPipeline(stages, endless(), environment)]).toThrow(
      expect.objectContaining({ code: 292 }),
    );
  });

  it.each(['$first', '$last', '$min', '$max', '$addToSet'])(
    'counts a value that %s has seen before once',
    (operator) => {
      const stages = [{ $group: { _id: null, some: { [operator]: '$a' } } }];
      const input = Array.from({ length: 200 }, () => ({ a: 'x'.repeat(1_000_000) }));
      expect(run(stages, input)).toHaveLength(1);
    },
  );

  it('reads no more than it needs', () => {
    let read = 0;
    function* counted(): Iterable<Doc> {
      for (; read < 100; read += 1) yield doc({ a: read });
    }
    expect([
      ...runPipeline(toStages([{ $match: {} }, { $limit: 2 }]), counted(), environment),
    ]).toHaveLength(2);
    expect(read).toBe(1);
  });

  it.each<[object, number, string]>([
    [{ $what: 1 }, 40324, '$what'],
    [{ $match: {}, $limit: 1 }, 40323, 'exactly one field'],
    [{ $match: 1 }, 15959, 'match'],
    [{ $sort: {} }, 15976, '$sort'],
    [{ $limit: 0 }, 15958, 'positive'],
    [{ $limit: 'x' }, 5107201, '$limit'],
    [{ $skip: -1 }, 5107201, '$skip'],
    [{ $count: '$x' }, 40158, '$'],
    [{ $project: {} }, 51272, 'at least one field'],
    [{ $unset: [] }, 31119, '$unset'],
    [{ $unset: 5 }, 31120, '$unset'],
    [{ $unwind: 'a' }, 28818, "'$'"],
    [{ $unwind: { path: '$a', what: 1 } }, 28811, 'what'],
    [{ $group: {} }, 15955, '_id'],
    [{ $group: 1 }, 15947, 'group'],
    [{ $group: { _id: 1, a: 1 } }, 40234, "'a'"],
    [{ $group: { _id: 1, a: { $what: 1 } } }, 15952, '$what'],
    [{ $group: { _id: 1, a: { $sum: 1, $avg: 1 } } }, 40238, "'a'"],
    [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }, 40235, "'a.b'"],
    [{ $group: { _id: 1, a: { $count: 1 } } }, 40237, '$count'],
    ...refusedStages.map((name): [object, number, string] => [{ [name]: {} }, 40324, name]),
  ])('refuses %j with %i', (stage, code, text) => {
    expect(() => run([stage], [{}])).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(text) }),
    );
  });
});

describe('splitLeadingMatch', () => {
  it.each<[object[], object, object | undefined, number, number | undefined, number]>([
    [
      [{ $match: { a: 1 } }, { $sort: { b: 1 } }, { $skip: 2 }, { $limit: 3 }, { $count: 'n' }],
      { a: 1 },
      { b: 1 },
      2,
      3,
      1,
    ],
    [
      [{ $match: { a: 1 } }, { $match: { b: 1 } }],
      { $and: [{ a: 1 }, { b: 1 }] },
      undefined,
      0,
      undefined,
      0,
    ],
    [[{ $limit: 3 }, { $sort: { b: 1 } }], {}, undefined, 0, 3, 1],
    [[{ $group: { _id: 1 } }], {}, undefined, 0, undefined, 1],
    [[], {}, undefined, 0, undefined, 0],
  ])('of %j', (stages, filter, sort, skip, limit, rest) => {
    const split = splitLeadingMatch(toStages(stages));
    expect({ ...split, rest: split.rest.length }).toEqual({
      filter: doc(filter),
      sort: sort && doc(sort),
      skip,
      limit,
      rest,
    });
  });
});
