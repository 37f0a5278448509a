import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '../../../src/platform/database/connection';
import {
  createDatabasePulse,
  createPulse,
  DatabaseSilentError,
} from '../../../src/platform/database/pulse';
import { freshDatabase } from '../../support/database';
import { startDatabaseProxy } from '../../support/fault-proxy';
import { undisturbedMsOf } from '../../support/undisturbed';

const away = DatabaseSilentError;

/** Settles when the work does, or never. */
function work<Value>() {
  return Promise.withResolvers<Value>();
}

const never = () => -Infinity;

/** Of a database that hangs: it only ends by its signal. */
const hang = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up')));
  });

describe('what waits for the database', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('may take any time while the database answers others', async () => {
    let reads = 0;
    const pulse = createPulse({
      heardAt: never,
      read() {
        reads += 1;
        return Promise.resolve();
      },
    });
    const { promise, resolve } = work<string>();
    const watched = pulse.watch(promise);
    await jest.advanceTimersByTimeAsync(60_000);
    resolve('long');
    expect(await watched).toBe('long');
    expect(reads).toBeGreaterThan(10);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['does not answer', hang],
    ['fails', () => Promise.reject(new Error('refused'))],
  ])('is given up within two seconds when it %s', async (_case, read) => {
    const watched = createPulse({ read, heardAt: never }).watch(work().promise);
    const refused = expect(watched).rejects.toThrow(away);
    await jest.advanceTimersByTimeAsync(1_999);
    await refused;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is given up soon when it stops to answer meanwhile', async () => {
    let isThere = true;
    const pulse = createPulse({
      read: (signal) => (isThere ? Promise.resolve() : hang(signal)),
      heardAt: never,
    });
    const refused = expect(pulse.watch(work().promise)).rejects.toThrow(away);
    await jest.advanceTimersByTimeAsync(10_500);
    isThere = false;
    await jest.advanceTimersByTimeAsync(1_999);
    await refused;
  });

  it('is waited for while the database answers anybody, slow as it is', async () => {
    const pulse = createPulse({ read: hang, heardAt: () => performance.now() });
    const { promise, resolve } = work<string>();
    const watched = pulse.watch(promise);
    await jest.advanceTimersByTimeAsync(10_000);
    resolve('slow');
    expect(await watched).toBe('slow');
  });

  it('asks once, however many wait', async () => {
    let reads = 0;
    const pulse = createPulse({
      heardAt: never,
      read(signal) {
        reads += 1;
        return hang(signal);
      },
    });
    const watched = Array.from({ length: 100 }, () => pulse.watch(work().promise));
    const refused = Promise.allSettled(watched);
    await jest.advanceTimersByTimeAsync(1_999);
    expect((await refused).every(({ status }) => status === 'rejected')).toBe(true);
    expect(reads).toBe(1);
  });

  it('has its own failure', async () => {
    const failed = Promise.reject(new Error('own'));
    await expect(createPulse({ read: hang, heardAt: never }).watch(failed)).rejects.toThrow('own');
    expect(jest.getTimerCount()).toBe(0);
  });
});

/** Commands of which each needs a connection of its own. */
const atOnce = 8;

it.each([
  ['connections are free', 0],
  ['each connection waits for an answer', atOnce],
])('a database that hangs is given up within two seconds where %s', async (_case, waiting) => {
  const proxy = await startDatabaseProxy(await freshDatabase());
  const db = await openDatabase(proxy.uri);
  const pulse = createDatabasePulse(db, 1);
  const pings = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => db.db!.command({ ping: 1 })));
  await pings(atOnce);
  proxy.stall();
  const answers = pings(waiting);
  const ms = await undisturbedMsOf(async () => {
    await expect(pulse.watch(work().promise)).rejects.toThrow(away);
  });
  expect(ms).toBeLessThan(2_000);
  proxy.restore();
  await answers;
  await db.close();
  await proxy.close();
});
