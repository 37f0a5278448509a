import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { peersBeginOff } from '../../../../src/platform/database/migrations/0013-peers-begin-off';
import { freshDatabase } from '../../../support/database';

it('leaves a server that has accounts without peers, and a new one alone', async () => {
  const connection = await openDatabase(await freshDatabase());
  const run = () => peersBeginOff.run(connection.db!, () => new Date());
  const settings = () => connection.db!.collection('peerSettings').find().toArray();
  try {
    await run();
    expect(await settings()).toEqual([]);
    await connection.db!.collection<{ _id: string }>('accounts').insertOne({ _id: 'a' });
    for (let times = 0; times < 2; times += 1) await run();
    expect(await settings()).toMatchObject([{ _id: 'peers', beginsOff: true }]);
  } finally {
    await connection.close();
  }
});
