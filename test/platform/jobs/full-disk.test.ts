import { afterEach, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { startJobs } from '../../../src/platform/jobs/clockwork';
import { createOutages } from '../../../src/platform/process/outages';
import { captureLog } from '../../support/captured-log';
import { noting, openHall } from './clockworks';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** Starts jobs whose turns the database refuses with this code, and waits until it has refused some. */
async function startRefused(code: number) {
  const { states, now } = await openHall();
  const jobs = ['one', 'two', 'three'].map((name) => noting({ name }).job);
  await states.prepare(jobs, now());
  for (const { name } of jobs) await states.want(name, now());
  const { log, entriesOf } = captureLog('warn');
  let refused = 0;
  const enough = Promise.withResolvers<number>();
  const jobStates = {
    ...states,
    takeDue() {
      refused += 1;
      if (refused === 12) enough.resolve(refused);
      return Promise.reject(new mongoose.mongo.MongoServerError({ message: 'refused', code }));
    },
  };
  const ctx = { jobStates, log, now, ledger: null, outages: createOutages(log) };
  const running = startJobs(ctx, jobs, { lookEveryMs: 20 });
  closings.push(() => running.close());
  await enough.promise;
  return entriesOf;
}

it('one line tells that jobs wait for room on the disk, however many and however often', async () => {
  const entriesOf = await startRefused(14_031);
  expect(entriesOf('turns of a job could not be stored')).toEqual([]);
  expect(entriesOf('an outage')).toEqual([
    {
      ...{ level: 40, reason: 'jobs wait: the disk is full', msg: 'an outage' },
      cause: expect.stringMatching(/^(?:one|two|three): refused$/),
    },
  ]);
});

it('each other failure of a turn has its own line', async () => {
  const entriesOf = await startRefused(2);
  expect(entriesOf('an outage')).toEqual([]);
  expect(entriesOf('turns of a job could not be stored').length).toBeGreaterThanOrEqual(9);
});

it('a job whose query alone takes too long is named', async () => {
  const { states, now } = await openHall();
  const { log, entriesOf } = captureLog('warn');
  const slow = new mongoose.mongo.MongoServerError({ message: 'operation exceeded', code: 50 });
  const failed = Promise.withResolvers<boolean>();
  const run = () => {
    setImmediate(failed.resolve, true);
    return Promise.reject(slow);
  };
  const job = { name: 'learn', everySeconds: 0.01, isPerProcess: true, run } as const;
  const ctx = { jobStates: states, log, now, ledger: null, outages: createOutages(log) };
  const running = startJobs(ctx, [job], { lookEveryMs: 20 });
  closings.push(() => running.close());
  await failed.promise;
  expect(entriesOf('an outage')).toMatchObject([{ cause: 'learn: operation exceeded' }]);
});
