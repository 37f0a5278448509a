import { afterAll, expect, it } from '@jest/globals';
import { openDatabase } from '../../../../src/platform/database/connection';
import {
  type CampaignOwner,
  createPastEventStore,
} from '../../../../src/money/verification/judge/past-event.store';
import { isRecord } from '../../../../src/record';
import { freshDatabase } from '../../../support/database';

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** A database, and what ends the cursors that are open on campaigns, as it does with those that are idle for 10 minutes. */
async function openWithCursors() {
  const uri = new URL(await freshDatabase());
  uri.searchParams.set('monitorCommands', 'true');
  const db = await openDatabase(uri.href);
  closers.push(() => db.close());
  const open = new Set<bigint>();
  db.getClient().on('commandSucceeded', ({ commandName, reply }) => {
    const cursor = commandName === 'find' && isRecord(reply) ? reply['cursor'] : null;
    const id = BigInt(String(isRecord(cursor) ? cursor['id'] : 0));
    if (id !== 0n) open.add(id);
  });
  const endIdle = async () => {
    if (open.size > 0) await db.db?.command({ killCursors: 'campaigns', cursors: [...open] });
    open.clear();
  };
  return { db, endIdle };
}

it('owners of campaigns follow one another however long each is worked on', async () => {
  const { db, endIdle } = await openWithCursors();
  const idOf = (at: number) => `campaign ${String(at).padStart(3, '0')}`;
  const ownerOf = (at: number) => `owner ${Math.floor(at / 2)}`;
  const all = Array.from({ length: 300 }, (_, at) => at);
  const campaigns = db.collection<{ _id: string; advertiserId: string; sequence: number }>(
    'campaigns',
  );
  await campaigns.insertMany(
    all.toReversed().map((at) => ({ _id: idOf(at), advertiserId: ownerOf(at), sequence: at })),
  );
  const owners: CampaignOwner[] = [];
  for await (const owner of createPastEventStore(db).streamOwners()) {
    owners.push(owner);
    await endIdle();
  }
  expect(owners).toHaveLength(150);
  expect(owners).toContainEqual({ advertiserId: 'owner 7', campaignIds: [idOf(14), idOf(15)] });
  expect(owners.flatMap(({ campaignIds }) => campaignIds).sort()).toEqual(all.map(idOf));
});
