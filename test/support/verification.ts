import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { openDatabase } from '../../src/platform/database/connection';
import { freshDatabase } from './database';
import { patience } from './patience';
import { openVerifier, type Verifier } from './verifier';

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** A verifier for a file of tests: by default on a database of its own. */
export async function startVerifier(
  options: {
    /** undefined: as operators have it who set nothing. */
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly uri?: string;
    /** USD per coin at 11:00; default 0.02. null: none. */
    readonly rate?: bigint | null;
  } = {},
): Promise<Verifier> {
  const { env = {}, uri = await freshDatabase(), ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), 'adgate-test-'));
  const db = await openDatabase(uri);
  closers.push(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return openVerifier(db, {
    env: { ADGATE_DATA_DIR: folder, ...patience, ...env },
    uri,
    ...rest,
  });
}
