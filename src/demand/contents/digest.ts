import { createHash } from 'node:crypto';

/**
 * The id of a content: SHA-256 of its bytes, 64 lower-case hex. Creatives show a SHA-1, for which two different
 * contents can be made, so that is no key to store bytes by.
 */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
