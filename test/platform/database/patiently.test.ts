import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import pino from 'pino';
import { parseConfig } from '../../../src/config';
import { openDatabase } from '../../../src/platform/database/connection';
import { patiently } from '../../../src/platform/database/patiently';
import { createServiceContext } from '../../../src/assembly/service-context';
import { freshDatabase } from '../../support/database';
import { startDatabaseProxy } from '../../support/fault-proxy';

it('does a step again while the database is away, and throws anything else at once', async () => {
  let tries = 0;
  const done = await patiently(() => {
    tries += 1;
    return tries < 3
      ? Promise.reject(new mongoose.mongo.MongoNetworkError('away'))
      : Promise.resolve('done');
  });
  expect([done, tries]).toEqual(['done', 3]);
  const wrong = () => {
    tries += 1;
    return Promise.reject(new Error('wrong'));
  };
  await expect(patiently(wrong)).rejects.toThrow('wrong');
  expect(tries).toBe(4);
  const full = () => {
    tries += 1;
    return Promise.reject(new mongoose.mongo.MongoServerError({ code: 14_031 }));
  };
  await expect(patiently(full)).rejects.toMatchObject({ code: 14_031 });
  expect(tries).toBe(5);
});

it('a start waits for a database that is out of reach for some seconds', async () => {
  const proxy = await startDatabaseProxy(await freshDatabase());
  const db = await openDatabase(proxy.uri);
  try {
    proxy.cut();
    const making = createServiceContext(db, parseConfig({}), {
      log: pino({ level: 'silent' }),
      publicUrl: 'http://ads.example',
    });
    // Longer than a request waits for a server.
    await Promise.race([sleep(4_000), making.catch(() => undefined)]);
    proxy.restore();
    expect((await making).eventUrlKeys.length).toBe(1);
  } finally {
    await db.close();
    await proxy.close();
  }
});
