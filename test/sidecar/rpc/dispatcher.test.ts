import { describe, expect, it } from '@jest/globals';
import { createDispatcher, type RpcMethod } from '../../../sidecar/rpc/dispatcher';
import { RpcError, rpcErrorCodes, type RpcErrorCode } from '../../../sidecar/rpc/errors';

/** The methods that the specification's examples call. */
function exampleMethods(calls: string[]): ReadonlyMap<string, RpcMethod> {
  const numbers = (params: unknown) => params as number[];
  return new Map<string, RpcMethod>([
    [
      'subtract',
      (params) => {
        if (Array.isArray(params)) return Promise.resolve(params[0] - params[1]);
        const { minuend, subtrahend } = params as { minuend: number; subtrahend: number };
        return Promise.resolve(minuend - subtrahend);
      },
    ],
    ['sum', (params) => Promise.resolve(numbers(params).reduce((total, part) => total + part, 0))],
    ['get_data', () => Promise.resolve(['hello', 5])],
    ...['update', 'notify_hello', 'notify_sum'].map((name): [string, RpcMethod] => [
      name,
      () => {
        calls.push(name);
        return Promise.resolve('ignored');
      },
    ]),
  ]);
}

async function answer(text: string, methods = exampleMethods([]), unexpected: unknown[] = []) {
  const dispatch = createDispatcher(methods, {
    maxBatch: 20,
    onUnexpectedError: (error) => unexpected.push(error),
  });
  return JSON.parse(JSON.stringify(await dispatch(text, { client: 'a' }))) as {
    error: { code: number };
  };
}

const invalid = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null };
const parseError = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null };

describe('examples of JSON-RPC 2.0, section 7', () => {
  it.each<[string, string, unknown]>([
    [
      'rpc call with positional parameters',
      '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
      { jsonrpc: '2.0', result: 19, id: 1 },
    ],
    [
      'rpc call with positional parameters, the other way round',
      '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
      { jsonrpc: '2.0', result: -19, id: 2 },
    ],
    [
      'rpc call with named parameters',
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
      { jsonrpc: '2.0', result: 19, id: 3 },
    ],
    [
      'rpc call with named parameters in another order',
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
      { jsonrpc: '2.0', result: 19, id: 4 },
    ],
    ['a Notification', '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', null],
    [
      'a Notification of a method that is not there',
      '{"jsonrpc": "2.0", "method": "foobar"}',
      null,
    ],
    [
      'rpc call of non-existent method',
      '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
      { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '1' },
    ],
    [
      'rpc call with invalid JSON',
      '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
      parseError,
    ],
    [
      'rpc call with invalid Request object',
      '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
      invalid,
    ],
    [
      'rpc call Batch, invalid JSON',
      '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
      parseError,
    ],
    ['rpc call with an empty Array', '[]', invalid],
    ['rpc call with an invalid Batch (but not empty)', '[1]', [invalid]],
    ['rpc call with invalid Batch', '[1,2,3]', [invalid, invalid, invalid]],
    [
      'rpc call Batch',
      `[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`,
      [
        { jsonrpc: '2.0', result: 7, id: '1' },
        { jsonrpc: '2.0', result: 19, id: '2' },
        invalid,
        { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '5' },
        { jsonrpc: '2.0', result: ['hello', 5], id: '9' },
      ],
    ],
    [
      'rpc call Batch (all notifications)',
      `[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]`,
      null,
    ],
  ])('%s', async (_title, request, response) => {
    expect(await answer(request)).toEqual(response);
  });

  it('Notifications are run although they are not answered', async () => {
    const calls: string[] = [];
    const batch = '[{"jsonrpc":"2.0","method":"update"},{"jsonrpc":"2.0","method":"notify_sum"}]';
    await answer(batch, exampleMethods(calls));
    expect(calls).toEqual(['update', 'notify_sum']);
  });
});

describe('Requests that are none', () => {
  it.each([
    ['nothing', '', parseError],
    ['bytes after the JSON', '{} {}', parseError],
    ['null', 'null', invalid],
    ['zero', '0', invalid],
    ['false', 'false', invalid],
    ['a string', '"send_again"', invalid],
    ['a Batch of null', '[null]', [invalid]],
    ['a Batch within a Batch', '[[]]', [invalid]],
    ['no version', '{"method":"get_data","id":null}', invalid],
    ['version 1.0', '{"jsonrpc":"1.0","method":"get_data","id":1}', { ...invalid, id: 1 }],
    ['a numeric version', '{"jsonrpc":2.0,"method":"get_data","id":1}', { ...invalid, id: 1 }],
    ['no method', '{"jsonrpc":"2.0","id":"x"}', { ...invalid, id: 'x' }],
    ['a method of null', '{"jsonrpc":"2.0","method":null,"id":1}', { ...invalid, id: 1 }],
    [
      'params of null',
      '{"jsonrpc":"2.0","method":"get_data","params":null,"id":1}',
      { ...invalid, id: 1 },
    ],
    [
      'params of text',
      '{"jsonrpc":"2.0","method":"get_data","params":"a","id":1}',
      { ...invalid, id: 1 },
    ],
    ['an id that is an object', '{"jsonrpc":"2.0","method":"get_data","id":{}}', invalid],
    ...['9007199254740993', '-9007199254740992', '12345678901234567890', '1e400', '-1e400'].map(
      (id): [string, string, unknown] => [
        `an id that could not be given back as it is: ${id}`,
        `{"jsonrpc":"2.0","method":"get_data","id":${id}}`,
        invalid,
      ],
    ),
    ['an id that is a list', '{"jsonrpc":"2.0","method":"get_data","id":[1]}', invalid],
    ['an id that is a boolean', '{"jsonrpc":"2.0","method":"get_data","id":true}', invalid],
    [
      'a Response',
      '{"jsonrpc":"2.0","method":"get_data","result":1,"id":1}',
      { ...invalid, id: 1 },
    ],
  ])('%s', async (_title, text, response) => {
    expect(await answer(text)).toEqual(response);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'rpc.discover', 'Sum', ''])(
    'the method name %p finds nothing',
    async (method) => {
      const text = JSON.stringify({ jsonrpc: '2.0', method, id: 1 });
      expect((await answer(text)).error.code).toBe(-32601);
    },
  );

  it('deep nesting is answered, not fallen over', async () => {
    const deep = '['.repeat(100_000);
    expect(await answer(deep)).toEqual(parseError);
    const params = `${deep}${']'.repeat(100_000)}`;
    const text = `{"jsonrpc":"2.0","method":"get_data","id":1,"params":${params}}`;
    expect(await answer(text)).toEqual({ jsonrpc: '2.0', id: 1, result: ['hello', 5] });
  });
});

describe('Batches', () => {
  const batchOf = (length: number) =>
    JSON.stringify(Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', method: 'update', id })));

  it('of one are answered by a Batch of one', async () => {
    expect(await answer(batchOf(1))).toEqual([{ jsonrpc: '2.0', result: 'ignored', id: 0 }]);
  });

  it('of 20 are run, of 21 not at all', async () => {
    const calls: string[] = [];
    expect(await answer(batchOf(20), exampleMethods(calls))).toHaveLength(20);
    expect(calls).toHaveLength(20);
    expect(await answer(batchOf(21), exampleMethods(calls))).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'a batch has at most 20 requests' },
      id: null,
    });
    expect(calls).toHaveLength(20);
  });
});

describe('errors of methods', () => {
  const failing = (error: Error) =>
    new Map<string, RpcMethod>([['fail', () => Promise.reject(error)]]);
  const call = '{"jsonrpc":"2.0","method":"fail","id":7}';

  it.each(Object.entries(rpcErrorCodes))('%s is %i on the wire', async (name, code) => {
    const error = new RpcError(name as RpcErrorCode, 'why', { data: { code: 15 } });
    expect(await answer(call, failing(error))).toEqual({
      jsonrpc: '2.0',
      error: { code, message: 'why', data: { code: 15 } },
      id: 7,
    });
  });

  it.each([
    ['an Error', new Error('connect 10.0.0.7:6511')],
    ['a TypeError', new TypeError('secret is not a function')],
  ])('%s is masked and reported once', async (_title, error) => {
    const unexpected: unknown[] = [];
    expect(await answer(call, failing(error), unexpected)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32603, message: 'Internal error' },
      id: 7,
    });
    expect(unexpected).toEqual([error]);
  });

  it('a method that throws at once is masked too', async () => {
    const methods = new Map<string, RpcMethod>([
      [
        'fail',
        () => {
          throw new TypeError('no');
        },
      ],
    ]);
    expect((await answer(call, methods)).error).toEqual({
      code: -32603,
      message: 'Internal error',
    });
  });

  it('an error of a Notification is reported and not answered', async () => {
    const unexpected: unknown[] = [];
    const text = '{"jsonrpc":"2.0","method":"fail"}';
    expect(await answer(text, failing(new Error('no')), unexpected)).toBeNull();
    expect(unexpected).toHaveLength(1);
  });
});
