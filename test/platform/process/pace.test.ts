import { expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Pace } from '../../../src/platform/process/pace';

const stepMs = 50;
const forALongTime = 1 / 1_000;

async function restAfter(pace: Pace, step: () => Promise<void> | void): Promise<number> {
  await step();
  const since = performance.now();
  await pace.rest();
  return performance.now() - since;
}

const work = () => {
  for (const since = performance.now(); performance.now() - since < stepMs; );
};

it('rests after own work by its share', async () => {
  const pace = Pace.besideFinds({ share: 1 / 3, othersShare: forALongTime });
  expect(await restAfter(pace, work)).toBeGreaterThan(1.9 * stepMs);
});

it('rests after the work of others by theirs', async () => {
  const pace = Pace.besideFinds({ share: forALongTime, othersShare: 1 / 3 });
  const wait = () => pace.waitFor(pause(stepMs));
  // The time between two lines of code counts as own work.
  const rested = await restAfter(pace, wait);
  expect(rested).toBeGreaterThan(1.8 * stepMs);
  expect(rested).toBeLessThan(stepMs / forALongTime / 2);
});

it('counts the work of others once', async () => {
  const pace = Pace.besideFinds({ share: 1 / 2, othersShare: 1 / 3 });
  await restAfter(pace, () => pace.waitFor(pause(stepMs)));
  expect(await restAfter(pace, () => {})).toBeLessThan(stepMs);
});

it('waits no more once the work of others has failed, and says so', async () => {
  const pace = Pace.besideFinds({ share: 1 / 2 });
  await expect(pace.waitFor(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
