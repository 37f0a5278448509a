import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import {
  type ConnectionPool,
  createConnectionPool,
} from '../../../src/platform/database/connection-pool';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/fault-proxy';

let proxy: DatabaseProxy;
let db: Connection;
let pool: ConnectionPool;
const taken: number[] = [];
const freed: number[] = [];
beforeAll(async () => {
  proxy = await startDatabaseProxy(await freshDatabase());
  db = await openDatabase(proxy.uri);
  pool = createConnectionPool(db);
  pool.watch({
    onTaken: (seconds) => taken.push(seconds),
    onFreed: (seconds) => freed.push(seconds),
  });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
});

const ping = () => db.db!.command({ ping: 1 });
const pingOften = (times: number) => Promise.allSettled(Array.from({ length: times }, ping));

it('tells of each command how long it waited and how long it took', async () => {
  await pingOften(30);
  expect([taken.length, freed.length]).toEqual([30, 30]);
  expect([...taken, ...freed].every((seconds) => seconds >= 0 && seconds < 60)).toBe(true);
  expect(pool.used).toBe(0);
  expect(pool.idle).toBeGreaterThan(0);
});

it('tells what waits for a database that hangs, and what got no connection', async () => {
  const { idle } = pool;
  proxy.stall();
  const pings = pingOften(idle + 5);
  await new Promise((resolve) => setImmediate(resolve));
  expect([pool.used, pool.idle]).toEqual([idle, 0]);
  while (pool.failures.timeout + pool.failures.connectionError < 5)
    await new Promise((resolve) => setTimeout(resolve, 50));
  proxy.restore();
  await pings;
  expect(pool.used).toBe(0);
  const { timeout, connectionError, poolClosed } = pool.failures;
  expect([timeout + connectionError, poolClosed]).toEqual([5, 0]);
});

it('forgets connections that are closed', async () => {
  await ping();
  expect(pool.idle).toBeGreaterThan(0);
  await db.close();
  expect([pool.used, pool.idle]).toEqual([0, 0]);
});
