import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '../../src/errors';
import { createInTime, type InTime } from '../../src/http/in-time';

const away = new AppError('SERVICE_UNAVAILABLE', 'away');

describe('the value of a request', () => {
  let late: unknown[];
  let inTime: InTime;
  beforeEach(() => {
    jest.useFakeTimers();
    late = [];
    inTime = createInTime({
      // Away after a second.
      watch: (value) =>
        Promise.race([
          value,
          new Promise<never>((_resolve, reject) => {
            setTimeout(reject, 1_000, away);
          }),
        ]),
      onLate: (error) => late.push(error),
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is itself, or its own failure, which nobody else hears of', async () => {
    expect(await inTime(Promise.resolve(1))).toBe(1);
    await expect(inTime(Promise.reject(new Error('own')))).rejects.toThrow('own');
    expect(late).toEqual([]);
  });

  it('is given up when what it waits for is away, and heard when it fails in the end', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const refused = expect(inTime(promise)).rejects.toBe(away);
    await jest.advanceTimersByTimeAsync(1_000);
    await refused;
    const failure = new Error('late');
    reject(failure);
    await jest.advanceTimersByTimeAsync(0);
    expect(late).toEqual([failure]);
  });

  it('is not given up for that when it comes without', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const value = inTime(promise, { outlivesDatabase: true });
    await jest.advanceTimersByTimeAsync(4_000);
    resolve('durable');
    expect(await value).toBe('durable');
  });

  it('is given up when it takes too long', async () => {
    const { promise } = Promise.withResolvers<never>();
    const refused = expect(inTime(promise, { outlivesDatabase: true })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 1,
    });
    await jest.advanceTimersByTimeAsync(5_000);
    await refused;
  });

  it('is not heard when it only comes to an answer that is not needed any more', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const refused = expect(inTime(promise)).rejects.toBe(away);
    await jest.advanceTimersByTimeAsync(1_000);
    await refused;
    reject(Object.assign(new Error('x'), { code: 'ERR_HTTP_HEADERS_SENT' }));
    await jest.advanceTimersByTimeAsync(0);
    expect(late).toEqual([]);
  });
});
