import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase } from '../support/database';
import { connectWire, opMsg, readReply, type WireClient } from '../support/wire-client';

let uri: string;
let wire: WireClient;
beforeAll(async () => {
  uri = await freshDatabase();
  wire = await connectWire(uri);
});
afterAll(() => wire.close());

it('answers with an error where a document is nested too deep to be part of an answer', async () => {
  let deepest: object = { _id: 1 };
  for (let levels = 1; levels < 200; levels += 1) deepest = { _id: levels, a: deepest };
  const $db = new URL(uri).pathname.slice(1);
  const sequence = { name: 'documents', documents: [deepest] };
  wire.send(opMsg({ insert: 'deep', $db }, { sequence }));
  const inserted = await wire.receive();
  expect(inserted && readReply(inserted)).toMatchObject({ n: 1, ok: 1 });
  const change = { findAndModify: 'deep', query: {}, update: { $set: { b: 1 } } };
  expect(await wire.command(change)).toMatchObject({ ok: 0, code: 15 });
  expect(await wire.command({ count: 'deep' })).toMatchObject({ n: 1 });
});
