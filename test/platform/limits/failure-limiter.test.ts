import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { type AttemptStore, createAttemptStore } from '../../../src/platform/limits/attempt.store';
import {
  type BegunAttempt,
  createFailureLimiter,
  type FailureLimiter,
} from '../../../src/platform/limits/failure-limiter';
import { freshDatabase } from '../../support/database';

let db: Connection;
let attempts: AttemptStore;
let time = Date.parse('2026-11-22T11:44:50Z');
const secret = createSecretKey(randomBytes(32));
const now = () => new Date(time);
beforeAll(async () => {
  db = await mongoose.createConnection(await freshDatabase()).asPromise();
  attempts = createAttemptStore(db);
});
afterAll(() => db.close());

/** As two processes of one database have them. */
function twoLimiters(name: string, isFinal = false) {
  const limit = { name, most: 3, windowMs: 60_000, isFinal };
  const create = () => createFailureLimiter({ attempts, now, secret }, limit);
  return [create(), create()] as const;
}

async function mustBegin(limiter: FailureLimiter, subject = 'a'): Promise<BegunAttempt> {
  const begun = await limiter.begin(subject);
  if (typeof begun === 'number') throw new Error(`refused for ${begun} s`);
  return begun;
}

async function fail(limiter: FailureLimiter, subject = 'a'): Promise<void> {
  await (await mustBegin(limiter, subject)).fail();
}

describe('a limit of failures', () => {
  it('lets all through that succeed, however many are under way at once', async () => {
    const both = twoLimiters('succeed');
    let [underWay, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const begun = await mustBegin(both[at % 2]!);
        most = Math.max(most, (underWay += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        await begun.end();
      }),
    );
    expect(most).toBeLessThanOrEqual(3);
  });

  it('lets no more be tried than may fail, however many guess at once', async () => {
    const both = twoLimiters('guess');
    let looks = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const begun = await both[at % 2]!.begin('a');
        if (typeof begun === 'number') return begun;
        looks += 1;
        await begun.fail();
        return 0;
      }),
    );
    expect(looks).toBe(3);
    expect(outcomes.filter((seconds) => seconds > 0)).toEqual(Array(21).fill(60));
  });

  it.each([false, true])(
    'is of any span of its length, not of the clock’s; final: %s',
    async (isFinal) => {
      const [one, other] = twoLimiters(`slides ${isFinal}`, isFinal);
      await fail(one);
      time += 30_000;
      await fail(one);
      await fail(other);
      // The next minute of the clock begins meanwhile.
      time += 20_000;
      expect([await one.begin('a'), await other.begin('a')]).toEqual([10, 10]);
      expect(await one.begin('a')).toBe(10);
      time += 10_000;
      // One is a minute ago now. What was refused has not counted.
      await fail(one);
      expect(await other.begin('a')).toBe(30);
      time += 30_000;
      for (const limiter of [one, other]) await fail(limiter);
      expect(await one.begin('a')).toBe(30);
      expect(typeof (await one.begin('b'))).toBe('object');
    },
  );

  it('forgets when it is told to', async () => {
    const [one, other] = twoLimiters('forgets');
    for (let count = 0; count < 3; count += 1) await fail(one);
    await one.forgetFailures('a');
    await fail(other);
  });

  it('counts no attempt for ever whose process has died', async () => {
    const [one] = twoLimiters('dies');
    for (let count = 0; count < 3; count += 1) await mustBegin(one);
    time += 60_000;
    await mustBegin(one);
  });

  it('stores no subject in a form that can be found without the secret', async () => {
    const [one] = twoLimiters('keyed');
    await fail(one, '192.0.2.9');
    const stored = await db.db!.collection('attempts').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('192.0.2.9');
    expect(stored.every(({ _id }) => /^[\w-]{43}$/.test(String(_id)))).toBe(true);
  });
});
