import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const mounted: string[] = [];
afterAll(() => {
  for (const folder of mounted) {
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** True where small disks can be made here, of memory: only root may, and not in every container. */
export const canMakeDisks = makeDisk('64k') !== null;

/** The folder of a new disk that is gone after the file's tests; null where none can be made. @param size such as `500k` */
function makeDisk(size: string): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'adgate-disk-'));
  mounted.push(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  return status === 0 ? folder : null;
}

/** The folder of a new disk. @throws where none can be made */
export function smallDisk(size: string): string {
  const folder = makeDisk(size);
  if (folder === null) throw new Error('no disk can be made here');
  return folder;
}
