import { hourIdOf } from '../../../hour';
import type { Migration } from './migration';

/**
 * Events that were judged before there were roll-ups are in no roll-up: a job counts all hours till now anew, from this
 * document on. On a new database the job finds nothing to do.
 */
export const countedHours: Migration = {
  number: 8,
  name: 'counted-hours',

  async run(db, now) {
    const beforeHour = hourIdOf(now()) + 1;
    await db
      .collection<{ readonly _id: string }>('statisticsRebuilds')
      .updateOne(
        { _id: 'first' },
        { $setOnInsert: { beforeHour } },
        { upsert: true, writeConcern: { w: 'majority' } },
      );
  },
};
