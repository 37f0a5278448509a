import { describe, expect, it } from '@jest/globals';
import { RpcError } from '../../../sidecar/rpc/errors';
import { readParams } from '../../../sidecar/rpc/params';

const shape = {
  required: { data: 'string', count: 'integer' },
  optional: { _port: 'integer', flag: 'boolean' },
} as const;

function refusal(params: unknown): RpcError {
  try {
    readParams(params, shape);
  } catch (error) {
    if (error instanceof RpcError) return error;
  }
  throw new Error('was not refused');
}

describe('readParams', () => {
  it('reads what is there, null as absent', () => {
    expect(readParams({ data: 'a', count: 1, _port: null, flag: false }, shape)).toEqual({
      data: 'a',
      count: 1,
      flag: false,
    });
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['data', 'count']],
    ['an empty object', {}, ['data', 'count']],
    ['null for a required one', { data: null, count: 1 }, ['data']],
    ['a number for text', { data: 1, count: 1 }, ['data']],
    ['text for an integer', { data: 'a', count: '1' }, ['count']],
    ['a fraction', { data: 'a', count: 1.5 }, ['count']],
    ['an integer past 53 bits', { data: 'a', count: 2 ** 53 }, ['count']],
    ['a number for a boolean', { data: 'a', count: 1, flag: 1 }, ['flag']],
    ['an unknown name', { data: 'a', count: 1, other: 1 }, ['other']],
    [
      'a prototype name',
      JSON.parse('{"data":"a","count":1,"__proto__":{"flag":true}}'),
      ['__proto__'],
    ],
    ['an inherited name', { data: 'a', count: 1, constructor: 'a' }, ['constructor']],
    ['all of it at once', { data: 1, flag: 'yes', other: [] }, ['data', 'flag', 'other', 'count']],
  ])('names every bad parameter of %s', (_case, params, names) => {
    const error = refusal(params);
    expect(error.code).toBe('INVALID_PARAMS');
    expect(Object.keys(error.data as object)).toEqual(names);
  });

  it('refuses positional parameters', () => {
    expect(refusal(['a', 1]).message).toBe('params must be an object with named members');
  });
});

it('repeats few of many unknown names, and of a long one the beginning', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, 1]));
  const error = refusal({ ['x'.repeat(100_000)]: 1, ...many });
  expect(JSON.stringify(error).length).toBeLessThan(2000);
  expect(Object.keys(error.data as object)).toEqual([
    'x'.repeat(64),
    ...Array.from({ length: 9 }, (_, index) => `n${index}`),
    'data',
    'count',
  ]);
});
