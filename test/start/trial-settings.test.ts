import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  forgetTrialSettings,
  noteTrialSettings,
  readTrialSettings,
} from '../../src/start/trial-settings';
import { runCommandLine } from '../support/command-line';

const folder = mkdtempSync(join(tmpdir(), 'adgate-trial-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const settings = { ADGATE_PEERS: 'approve', ADGATE_WALLET_URL: 'http://127.0.0.1:1' };
const findUnknown = (env: Readonly<Record<string, string>>) =>
  runCommandLine(['peer', 'find', '0001-00000001-8B4E'], { env });

describe('the settings of a server of `npm start`', () => {
  it('are those of commands on its data folder while it runs', async () => {
    const env = { ADGATE_DATA_DIR: folder };
    await runCommandLine(['user', 'create', 'a@b.example', '--roles', 'operator'], { env });
    noteTrialSettings(folder, settings);
    expect(readTrialSettings(folder)).toEqual(settings);
    expect(statSync(join(folder, 'trial-settings')).mode & 0o777).toBe(0o600);
    expect((await findUnknown(env)).lines).toEqual(['peer 0001-00000001-8B4E not found']);
    const { lines } = await findUnknown({ ...env, ADGATE_PEERS: 'off' });
    expect(lines.join()).toContain('has no peers');
    forgetTrialSettings(folder);
    expect(existsSync(join(folder, 'trial-settings'))).toBe(false);
    expect(readTrialSettings(folder)).toEqual({});
    expect((await findUnknown(env)).lines.join()).toContain('no wallet is known here');
  });
});
