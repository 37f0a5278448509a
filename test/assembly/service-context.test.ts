import { afterEach, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import pino from 'pino';
import { createServiceContext } from '../../src/assembly/service-context';
import { parseConfig } from '../../src/config';
import { openDatabase } from '../../src/platform/database/connection';
import { freshDatabase } from '../support/database';

const opened: Connection[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

async function keep(connecting: Promise<Connection>): Promise<Connection> {
  const db = await connecting;
  opened.push(db);
  return db;
}

it('makes indexes on a connection that waits for longer than any request does', async () => {
  const uri = await freshDatabase();
  const impatient = await keep(
    mongoose
      .createConnection(uri, { socketTimeoutMS: 500, autoIndex: false, monitorCommands: true })
      .asPromise(),
  );
  const failed: string[] = [];
  impatient.getClient().on('commandFailed', ({ commandName }) => failed.push(commandName));
  const preparing = await keep(openDatabase(uri, 1, { isUnhurried: true }));
  // The indexes of so many take more than a second.
  const creatives = Array.from({ length: 60_000 }, () => ({ states: [] }));
  await preparing.collection('creatives').insertMany(creatives);
  const services = { log: pino({ level: 'silent' }), publicUrl: 'http://ads.example' };
  const ctx = await createServiceContext(impatient, parseConfig({}), { ...services, preparing });
  expect(failed).not.toContain('createIndexes');
  expect(await ctx.creatives.models[0]!.diffIndexes()).toMatchObject({ toCreate: [] });
});
