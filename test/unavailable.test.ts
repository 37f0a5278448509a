import { describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { isDatabaseUnavailable } from '../src/unavailable';

const { MongoServerError } = mongoose.mongo;
const named = (name: string) => Object.assign(new Error('x'), { name });

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
    'PoolClearedOnNetworkError',
    'MongooseServerSelectionError',
  ])('when the driver throws %s', (name) => {
    expect(isDatabaseUnavailable(named(name))).toBe(true);
  });

  it.each([91, 189, 10_107, 11_600, 11_602, 13_435])('when the server answers %i', (code) => {
    expect(isDatabaseUnavailable(new MongoServerError({ message: 'x', code }))).toBe(true);
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
