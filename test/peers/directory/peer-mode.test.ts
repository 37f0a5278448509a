import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import pino from 'pino';
import { createServiceContext } from '../../../src/assembly/service-context';
import { parseConfig } from '../../../src/config';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase } from '../../support/database';

const folder = mkdtempSync(join(tmpdir(), 'adgate-peer-mode-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const wallet = { ADGATE_WALLET_URL: 'http://127.0.0.1:1', ADGATE_RELAY_URL: 'http://127.0.0.1:1' };

it.each<[string, Readonly<Record<string, string>>, boolean, string, boolean]>([
  ['without a wallet', {}, false, 'off', false],
  ['with a wallet', wallet, false, 'approve', false],
  ['with a wallet, in a database from before peers', wallet, true, 'off', true],
  ['as its operator says there', { ...wallet, ADGATE_PEERS: 'open' }, true, 'open', false],
  ['as an operator says who wants none', { ...wallet, ADGATE_PEERS: 'off' }, true, 'off', false],
])('a server begins %s', async (_case, env, beginsOff, mode, isTold) => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const db = await openDatabase(await freshDatabase());
  try {
    if (beginsOff)
      await db
        .collection<{ _id: string; beginsOff: boolean }>('peerSettings')
        .insertOne({ _id: 'peers', beginsOff });
    const config = parseConfig({ ADGATE_DATA_DIR: folder, ...env });
    const ctx = await createServiceContext(db, config, { log, publicUrl: 'https://a.example' });
    await ctx.jsonThreads.close();
    expect(ctx.peerMode).toBe(mode);
    expect(lines.some((line) => line.includes('ADGATE_PEERS'))).toBe(isTold);
  } finally {
    await db.close();
  }
});
