import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { prepareLedgerFiles } from '../../src/start/ledger-files';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-ledger-files-'));
  folders.push(folder);
  return folder;
}

describe('prepareLedgerFiles', () => {
  it('keeps a ledger at the block length that it was made with', () => {
    const folder = aFolder();
    expect(prepareLedgerFiles(folder).blockSeconds).toBe('8');
    expect(prepareLedgerFiles(folder, { blockSeconds: '64' }).blockSeconds).toBe('8');
    expect(prepareLedgerFiles(aFolder(), { blockSeconds: '64' }).blockSeconds).toBe('64');
  });

  it('takes one that was made before that was written down to have the usual length', () => {
    const folder = aFolder();
    prepareLedgerFiles(folder);
    rmSync(join(folder, 'ledger', 'block-seconds'));
    expect(prepareLedgerFiles(folder).blockSeconds).toBe('512');
  });
});
