import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { isDatabaseUnavailable, toUnavailable } from '../../../src/platform/database/unavailable';

const { MongoServerError } = mongoose.mongo;
const named = (name: string) => Object.assign(new Error('x'), { name });

/** As the driver makes it: the first failure lends its code, the others are listed. */
function bulkError(options: {
  readonly code: number;
  readonly writeErrors: unknown;
  readonly concern?: { readonly code: number } | undefined;
}): Error {
  const { code, writeErrors, concern } = options;
  const result = { getWriteConcernError: () => concern };
  const error = new Error('write failed');
  return Object.assign(error, { name: 'MongoBulkWriteError', code, writeErrors, result });
}

describe('a database is away', () => {
  it.each([
    'MongoNetworkError',
    'MongoNetworkTimeoutError',
    'MongoServerSelectionError',
    'MongoNotConnectedError',
    'MongoPoolClearedError',
    'MongoPoolClosedError',
    'MongoWaitQueueTimeoutError',
    'MongoTopologyClosedError',
    'MongoOperationTimeoutError',
    'DatabaseSilentError',
    'PoolClearedOnNetworkError',
    'MongooseServerSelectionError',
  ])('when the driver throws %s', (name) => {
    expect(isDatabaseUnavailable(named(name))).toBe(true);
  });

  it.each([
    6, 7, 50, 64, 89, 91, 100, 133, 134, 189, 202, 262, 9_001, 10_107, 11_600, 11_602, 13_435,
  ])('when the server answers %i', (code) => {
    expect(isDatabaseUnavailable(new MongoServerError({ message: 'x', code }))).toBe(true);
  });

  it('when the server has no room to write', () => {
    const error = new MongoServerError({ message: 'x', code: 14_031 });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    'the backend is down',
    'pgdb.NewPool: failed to connect to `host=127.0.0.1`: dial error (connect: connection refused)',
    'Connection refused\nIs the server running on that host and accepting TCP/IP connections?',
    'context deadline exceeded',
    'read tcp 127.0.0.1:5432: i/o timeout',
    'write: broken pipe',
    'FATAL: the database system is starting up (SQLSTATE 57P03)',
  ])('when another engine, or a proxy, says in words: %s', (message) => {
    for (const code of [1, 8, undefined])
      expect(isDatabaseUnavailable(new MongoServerError({ message, code }))).toBe(true);
  });

  it('when a document holds these words, the database is there', () => {
    const message = 'E11000 duplicate key error, dup key: { name: "connection refused" }';
    expect(isDatabaseUnavailable(new MongoServerError({ message, code: 11_000 }))).toBe(false);
  });

  it.each([
    ['one write', { code: 11_000, writeErrors: [{ code: 11_000 }, { code: 91 }] }],
    ['one write, alone', { code: 1, writeErrors: { code: 1, errmsg: 'connection refused' } }],
    ['no room', { code: 11_000, writeErrors: [{ code: 11_000 }, { code: 14_031 }] }],
    ['the copies', { code: 11_000, writeErrors: [{ code: 11_000 }], concern: { code: 64 } }],
  ])('when a bulk write fails for it: %s', (_case, failure) => {
    expect(isDatabaseUnavailable(bulkError(failure))).toBe(true);
  });

  it('but not when the writes of a bulk were refused for themselves', () => {
    const refused = { code: 11_000, writeErrors: [{ code: 11_000 }, { code: 121 }] };
    expect(isDatabaseUnavailable(bulkError(refused))).toBe(false);
  });

  it('when what was written is not on enough servers', () => {
    const error = Object.assign(new Error('waiting for replication timed out'), {
      name: 'MongoWriteConcernError',
      code: 64,
    });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each(['EPIPE', 'ECONNRESET'])(
    'when the driver finds out by %s that the server has hung up',
    (code) => {
      expect(isDatabaseUnavailable(Object.assign(new Error('x'), { code }))).toBe(true);
    },
  );

  it.each([
    ['a duplicate key', new MongoServerError({ message: 'x', code: 11_000 })],
    ['a full disk', Object.assign(new Error('x'), { code: 'ENOSPC' })],
    ['a bug', new TypeError('x')],
    ['another error of the driver', named('MongoInvalidArgumentError')],
    ['no error', 'MongoNetworkError'],
  ])('but not for %s', (_case, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

it.each([
  ['the database’s', new MongoServerError({ message: 'x', code: 14_031 })],
  ['ours', Object.assign(new Error('x'), { code: 'ENOSPC' })],
  ['the database’s, in a bulk', bulkError({ code: 14_031, writeErrors: [{ code: 14_031 }] })],
  ['ours, by a quota', Object.assign(new Error('x'), { code: 'EDQUOT' })],
])('an answer says that a disk is full: %s', (_whose, error) => {
  expect(toUnavailable(error)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'the disk is full',
    retryAfterSeconds: 60,
  });
});
