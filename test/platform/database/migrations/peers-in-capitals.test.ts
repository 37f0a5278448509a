import { expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import { peersInCapitals } from '../../../../src/platform/database/migrations/0020-peers-in-capitals';
import { freshDatabase } from '../../../support/database';

it('servers that a site blocks in small letters are written in capitals, each once', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const sites = connection.collection<{ readonly _id: string; readonly filtering?: object }>(
      'sites',
    );
    const [one, other] = ['0001-00000004-DBEB', '0001-00000005-CBCA'] as const;
    const blocking = (peer: readonly string[]) => ({
      requires: {},
      excludes: { mime: ['a/b'], peer },
    });
    const known = { _id: 'known', filtering: blocking(['*', one]) };
    await sites.insertMany([
      { _id: 'small', filtering: blocking([one.toLowerCase(), '*', one, other.toLowerCase()]) },
      known,
      { _id: 'none' },
    ]);
    const now = new Date('2026-12-01T00:00:00Z');
    const run = () => peersInCapitals.run(connection.db!, () => now);
    await run();
    await run();
    expect(await sites.find().sort({ _id: 1 }).toArray()).toEqual([
      known,
      { _id: 'none' },
      { _id: 'small', filtering: blocking([one, '*', other]), updatedAt: now },
    ]);
  } finally {
    await connection.close();
  }
});
