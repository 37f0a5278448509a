import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Binary } from 'bson';
import { type mongo } from 'mongoose';
import { freshDatabase } from '../support/database';
import { connectWire, type WireClient } from '../support/wire-client';

let wire: WireClient;
beforeAll(async () => {
  wire = await connectWire(await freshDatabase());
  await wire.command({ insert: 'read', documents: [{ _id: 1 }, { _id: 2 }] });
});
afterAll(() => wire.close());

const aSession = () => ({ id: new Binary(randomBytes(16), 4) });

/** Opens a cursor that has more, and gives the command that reads on. */
async function openCursor(generic: { readonly lsid?: object }) {
  const first = await wire.command({ find: 'read', batchSize: 1, ...generic });
  const { id } = first['cursor'] as mongo.Document;
  return () => wire.command({ getMore: id as bigint, collection: 'read', ...generic });
}

describe('endSessions', () => {
  it('ends the cursors of these sessions, and of no others', async () => {
    const lsid = aSession();
    const next = await openCursor({ lsid });
    const others = [
      await openCursor({ lsid: aSession() }),
      await openCursor({ lsid: { id: 1n } }),
      await openCursor({}),
    ];
    expect(await wire.command({ endSessions: [lsid] })).toMatchObject({ ok: 1 });
    expect(await next()).toMatchObject({ code: 43 });
    for (const other of others) expect(await other()).toMatchObject({ ok: 1 });
  });

  it.each([{}, { id: 1n }, { id: 'a' }])(
    'refuses a session %p that none can have, and ends nothing',
    async (wrong) => {
      const lsid = aSession();
      const open = [await openCursor({ lsid }), await openCursor({})];
      expect(await wire.command({ endSessions: [lsid, wrong] })).toMatchObject({ code: 14 });
      for (const next of open) expect(await next()).toMatchObject({ ok: 1 });
    },
  );
});
