import { statfs } from 'node:fs/promises';
import type { Config } from '../../config';
import { AppError } from '../../errors';

type DiskSettings = Pick<Config, 'dataFolder' | 'contentFolder' | 'reservedDiskBytes'>;

/**
 * Says that the disks have more free room than the settings reserve.
 * @throws the system's error when the disk cannot be asked.
 */
export async function isDiskRoomy({
  dataFolder,
  contentFolder,
  reservedDiskBytes,
}: DiskSettings): Promise<boolean> {
  for (const folder of contentFolder === null ? [dataFolder] : [dataFolder, contentFolder]) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < reservedDiskBytes) return false;
  }
  return true;
}

/**
 * Keeps the last of the disk for events, which the journal writes there while the database is away or slow.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` when less is free than the settings reserve.
 */
export async function assertDiskHasRoom(settings: DiskSettings): Promise<void> {
  if (await isDiskRoomy(settings)) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'the disk is nearly full: what is left of it is for events, and uploads are not taken',
    { retryAfterSeconds: 600 },
  );
}
