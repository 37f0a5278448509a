import { afterAll, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { openDatabase } from '../../../src/platform/database/connection';
import { createRunningProcessStore } from '../../../src/platform/process/running-process.store';
import { freshDatabase } from '../../support/database';

const opened: Connection[] = [];
afterAll(() => Promise.all(opened.map((db) => db.close())));

it('counts the processes that have said something within 20 seconds', async () => {
  const uri = await freshDatabase();
  const start = async () => {
    const db = await openDatabase(uri);
    opened.push(db);
    return createRunningProcessStore(db);
  };
  const after = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 10) + seconds * 1_000);
  const [one, other] = [await start(), await start()];
  expect(await one.noteOwn(after(0))).toBe(1);
  expect(await other.noteOwn(after(5))).toBe(2);
  expect(await other.noteOwn(after(19))).toBe(2);
  expect(await other.noteOwn(after(20))).toBe(1);
  expect(await one.noteOwn(after(21))).toBe(2);
});
