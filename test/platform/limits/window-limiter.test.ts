import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { createCreationLimiter } from '../../../src/market/serving/creation-limiter';
import {
  createWindowCountStore,
  type WindowCountStore,
} from '../../../src/platform/limits/window-count.store';
import { createWindowLimiter } from '../../../src/platform/limits/window-limiter';
import { freshDatabase } from '../../support/database';

let db: Connection;
let store: WindowCountStore;
let time = Date.parse('2026-11-22T12:00:10Z');
const secret = createSecretKey(randomBytes(32));
const now = () => new Date(time);
beforeAll(async () => {
  db = await mongoose.createConnection(await freshDatabase()).asPromise();
  store = createWindowCountStore(db);
});
afterAll(() => db.close());

/** As two processes of one database have them. */
function twoLimiters(name: string, isFinal: boolean) {
  const limit = { name, most: 3, windowMs: 60_000, isFinal };
  const create = () => createWindowLimiter({ store, now, secret }, limit);
  return [create(), create()] as const;
}

describe.each([true, false])('a limit of a span, refusals final: %s', (isFinal) => {
  it('holds for all processes together, for each subject by itself', async () => {
    const [one, other] = twoLimiters(`together ${isFinal}`, isFinal);
    const taken = await Promise.all([one, other, one, other, one].map((each) => each.take('a')));
    expect(taken.filter((seconds) => seconds === 0)).toHaveLength(3);
    expect(Math.min(await other.take('a'), ...taken.filter((seconds) => seconds > 0))).toBe(70);
    expect(await other.take('b')).toBe(0);
  });

  it('slides: no span of its length has more, wherever the clock stands', async () => {
    const [one] = twoLimiters(`slides ${isFinal}`, isFinal);
    const startedAt = time;
    const taken: number[] = [];
    for (; time < startedAt + 600_000; time += 1_000)
      if ((await one.take('a')) === 0) taken.push(time);
    for (const [at, first] of taken.entries())
      expect((taken[at + 3] ?? Infinity) - first).toBeGreaterThanOrEqual(60_000);
    // That each counts for up to a slice longer costs a seventh of them.
    expect(taken.length).toBeGreaterThanOrEqual(24);
  });

  it('lets nobody wait for longer than it says, and refusals use nothing up', async () => {
    const [one] = twoLimiters(`waits ${isFinal}`, isFinal);
    for (let count = 0; count < 3; count += 1) await one.take('a');
    for (let count = 0; count < 20; count += 1) await one.take('a');
    time += (await one.take('a')) * 1_000;
    expect(await one.take('a')).toBe(0);
  });
});

it.each([
  ['one IPv4 address', () => '192.0.2.1', '192.0.2.2'],
  ['all addresses of one /64', (at: number) => `2001:db8::${at.toString(16)}`, '2001:db8:0:1::1'],
])('creations count %s as one', async (_case, addressOf, other) => {
  const limiter = createCreationLimiter({ store, now, secret });
  const addresses = Array.from({ length: 600 }, (_, at) => addressOf(at + 1));
  await Promise.all(addresses.map((address) => limiter.consume(address)));
  await expect(limiter.consume(addressOf(601))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds: expect.any(Number),
  });
  await expect(limiter.consume(other)).resolves.toBeUndefined();
});

it('a subject is not stored in a form that can be found without the secret', async () => {
  const limit = { name: 'keyed', most: 3, windowMs: 60_000 };
  const address = '192.0.2.9';
  const storedAfter = async (key: KeyObject) => {
    const counts = db.db!.collection<{ _id: string }>('windowCounts');
    const ids = async () => (await counts.find().toArray()).map(({ _id }) => _id);
    const before = await ids();
    await createWindowLimiter({ store, now, secret: key }, limit).take(address);
    return (await ids()).filter((id) => !before.includes(id));
  };
  const [stored = '', ...others] = await storedAfter(secret);
  expect(others).toEqual([]);
  for (const text of [address, `keyed\n${address}`, `keyed${address}`]) {
    const hash = createHash('sha256').update(text);
    for (const form of [text, hash.copy().digest('base64url'), hash.digest('hex')])
      expect(stored).not.toContain(form);
  }
  // All that is in it comes from the secret.
  expect(await storedAfter(secret)).toEqual([]);
  expect(await storedAfter(createSecretKey(randomBytes(32)))).toHaveLength(1);
});
