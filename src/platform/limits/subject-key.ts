import { createHmac } from 'node:crypto';

/**
 * What stands for emails and addresses where they are counted, which needs no more: without the secret nobody can find
 * them by trying. base64url of HMAC-SHA-256.
 */
export function subjectKeyOf(secret: Buffer, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}
