import { dayMs } from '../../../time';
import type { Migration } from './migration';

/** Gives claims that were made for good an end: in 90 days none of their cases may convert any more. */
export const expiringClaims: Migration = {
  number: 9,
  name: 'expiring-claims',

  async run(db, now) {
    await db
      .collection('conversionClaims')
      .updateMany(
        { expiresAt: { $exists: false } },
        { $set: { expiresAt: new Date(now().getTime() + 90 * dayMs) } },
        { writeConcern: { w: 'majority' } },
      );
  },
};
