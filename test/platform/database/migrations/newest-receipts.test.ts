import { expect, it } from '@jest/globals';
import pino from 'pino';
import { createPeerReceiptStore } from '../../../../src/money/peer-receipts/peer-receipt.store';
import { openDatabase } from '../../../../src/platform/database/connection';
import { databaseOf } from '../../../../src/platform/database/database-of';
import { migrate } from '../../../../src/platform/database/migrate';
import { freshDatabase } from '../../../support/database';

it('drops the indexes of receipts that others serve for, and leaves those that receipts are read by', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    createPeerReceiptStore(connection);
    const model = connection.model('PeerReceipt');
    await model.createIndexes();
    const receipts = databaseOf(connection).collection('peerReceipts');
    const namesOf = async () => (await receipts.indexes()).map(({ name }) => name).sort();
    const present = await namesOf();
    await receipts.createIndexes([{ key: { peer: 1, receivedAt: -1 } }, { key: { state: 1 } }]);
    await migrate(connection, { log: pino({ level: 'silent' }), now: () => new Date() });
    expect(await namesOf()).toEqual(present);
  } finally {
    await connection.close();
  }
});
