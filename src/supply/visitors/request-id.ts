import { createHash } from 'node:crypto';
import { isUuid, toId } from '../../id';

/** Most characters of an id that a page makes of its impression. */
export const maxRequestIdLength = 255;

/** 32 hex digits for any request id: a UUID is itself, other text is hashed. */
export function requestIdOf(id: string): string {
  return isUuid(id) ? toId(id) : createHash('sha256').update(id).digest('hex').slice(0, 32);
}
