import { isRecord } from '../record';

/** The code of an error of the system or of zlib (`ENOENT`, `Z_DATA_ERROR`); empty for any other error. */
export function systemErrorCode(error: unknown): string {
  return isRecord(error) && typeof error.code === 'string' ? error.code : '';
}
