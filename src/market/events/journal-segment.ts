import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../sync-folder';

/** A file that only grows. */
export interface GrowingSegment {
  readonly path: string;
  /** Bytes that are known to be on the disk. */
  readonly byteLength: number;
  /** Resolves once the bytes have reached the disk; after a failure the segment must not be appended to again. */
  append(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Makes the file, and its name as durable as what will be in it. */
export async function createSegment(path: string): Promise<GrowingSegment> {
  const file = await open(path, 'wx', 0o600);
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  let byteLength = 0;
  return {
    path,
    get byteLength() {
      return byteLength;
    },
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at, byteLength + at);
        at += bytesWritten;
      }
      await file.datasync();
      byteLength += bytes.length;
    },
    close: () => file.close(),
  };
}
