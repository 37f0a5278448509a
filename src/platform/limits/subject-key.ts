import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Makes a key that stands for an email or an address where they are counted. Without the secret nobody finds the email
 * by trying. base64url of HMAC-SHA-256.
 */
export function subjectKeyOf(secret: KeyObject, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}
