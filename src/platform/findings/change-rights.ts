import { chmodSync } from 'node:fs';

/** The system's words where a file is somebody else's, or nothing may be written. */
const refusals: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** @returns false: who runs the program may not change the rights. */
export function changeRights(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && refusals.includes(error.code)) return false;
    throw error;
  }
}
