import type { Migration } from './migration';

/** Leaves a server that has accounts without peers until its operator wants them. */
export const peersBeginOff: Migration = {
  number: 13,
  name: 'peers-begin-off',

  async run(db, now) {
    const account = await db.collection('accounts').findOne({}, { projection: { _id: 1 } });
    if (account === null) return;
    await db
      .collection<{ _id: string }>('peerSettings')
      .updateOne(
        { _id: 'peers' },
        { $setOnInsert: { beginsOff: true, updatedAt: now() } },
        { upsert: true, writeConcern: { w: 'majority' } },
      );
  },
};
