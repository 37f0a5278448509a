import { createHmac } from 'node:crypto';

const prefix = 'whsec_';
const secretBytes = 32;

export function createWebhookSecret({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer;
}): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * The headers by which a receiver knows who sent a message, and when.
 *
 * @param message.body the exact text that is sent
 * @see docs/webhooks.md
 */
export function signMessage(
  secret: string,
  message: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key)
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest('base64');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
