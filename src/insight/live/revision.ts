import { createHash } from 'node:crypto';

/** A short name for some content, made of JSON values alone. */
export function revisionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
