import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '../../../src/platform/findings/finding';
import { checkClock } from '../../../src/platform/findings/clock-check';
import { checkSettings } from '../../../src/cli/doctor/settings-checks';
import { parseConfig } from '../../../src/config';
import { openDatabase } from '../../../src/platform/database/connection';
import { startApp } from '../../support/app';
import { runCommand, runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { temporaryFolder } from '../support';

let mongodbUri: string;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  await startApp({ mongodbUri });
  await runCommand(mongodbUri, ['rate', 'set', '1']);
});

async function examine(env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
  const { exitCode, printed } = await runCommandLine(['doctor', '--json', ...args], {
    env: { MONGODB_URI: mongodbUri, ADGATE_DATA_DIR: temporaryFolder(), ...env },
  });
  const findings = JSON.parse(printed).findings as readonly Finding[];
  return { exitCode, of: (check: string) => findings.find((finding) => finding.check === check) };
}

describe('adgate doctor', () => {
  it('finds nothing that is broken where all is well', async () => {
    const { exitCode, of } = await examine();
    expect([exitCode, of('database')?.state, of('clock')?.state]).toEqual([0, 'ok', 'ok']);
    expect([of('jobs')?.state, of('exchange rate')?.state]).toEqual(['ok', 'ok']);
  });

  it('finds a wallet that does not answer, and exits with 1', async () => {
    const { exitCode, of } = await examine({ ADGATE_WALLET_URL: 'http://127.0.0.1:1' });
    expect([exitCode, of('ledger')]).toEqual([
      1,
      {
        check: 'ledger',
        state: 'problem',
        message: expect.stringMatching(/^the wallet does not answer: /),
        remedy: expect.stringContaining('start:wallet'),
      },
    ]);
  });

  it('finds a data folder that others may look into, and mends it when asked', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const env = { ADGATE_DATA_DIR: folder };
    expect((await examine(env)).of('data folder')).toMatchObject({
      state: 'warning',
      remedy: `chmod 700 ${folder}`,
    });
    expect((await examine(env, '--fix')).of('data folder')?.state).toBe('ok');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('finds events that wait in the journal', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'journal'));
    writeFileSync(join(folder, 'journal', 'one'), 'twelve bytes');
    writeFileSync(join(folder, 'journal', 'one.lock-journal'), 'of a gateway that runs');
    expect((await examine({ ADGATE_DATA_DIR: folder })).of('journal')).toMatchObject({
      state: 'warning',
      message: '12 bytes of events wait for the database',
    });
  });

  it('says each finding and its remedy to people', async () => {
    const { printed } = await runCommandLine(['doctor'], { env: { MONGODB_URI: mongodbUri } });
    expect(printed).toMatch(/^WARNING {2}public URL: .+\n {10}ADGATE_PUBLIC_URL=/m);
  });

  it('says so where there is no database', async () => {
    const { exitCode, printed } = await runCommandLine(['doctor'], {
      env: { ADGATE_DATA_DIR: temporaryFolder() },
    });
    expect([exitCode, printed]).toEqual([
      1,
      expect.stringMatching(/^PROBLEM {2}database: there is no database in .+\n {10}MONGODB_URI=/m),
    ]);
    expect(printed).toMatch(/^ok {7}disk: /m);
  });

  it('says so where the database does not answer, beside what else it finds', async () => {
    const { exitCode, of } = await examine({ MONGODB_URI: 'mongodb://127.0.0.1:1/adgate' });
    expect([exitCode, of('database')?.state, of('disk')?.state]).toEqual([1, 'problem', 'ok']);
  });
});

it('a clock that differs from the database’s is a problem', async () => {
  const db = await openDatabase(mongodbUri);
  try {
    const now = () => new Date(Date.now() + 60_000);
    expect(await checkClock(db, now)).toMatchObject({ check: 'clock', state: 'problem' });
  } finally {
    await db.close();
  }
});

describe('of the settings', () => {
  it.each([
    ['no public URL', {}, 'public URL', 'warning'],
    ['one without TLS', { ADGATE_PUBLIC_URL: 'http://ads.example' }, 'public URL', 'warning'],
    ['one of this machine', { ADGATE_PUBLIC_URL: 'http://localhost' }, 'public URL', 'ok'],
    ['one with TLS', { ADGATE_PUBLIC_URL: 'https://ads.example' }, 'public URL', 'ok'],
    ['TLS without a proxy', { ADGATE_PUBLIC_URL: 'https://ads.example' }, 'proxies', 'warning'],
    [
      'credit without bounds where money is paid out',
      { ADGATE_WALLET_URL: 'http://127.0.0.1:1', ADGATE_DEFAULT_CREDIT: 'unlimited' },
      'credit',
      'warning',
    ],
  ])('%s', (_case, env, check, state) => {
    const findings = checkSettings(parseConfig(env));
    expect(findings.find((finding) => finding.check === check)?.state).toBe(state);
  });
});
