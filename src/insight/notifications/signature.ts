import { createHmac } from 'node:crypto';
import type { Webhook } from './webhook.resource';

const prefix = 'whsec_';
const secretBytes = 32;

export function createWebhookSecret({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer;
}): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Lists the secrets that sign a webhook's messages at a time, the newest first. */
export function secretsOf(
  { secret, formerSecret, formerSecretUntil }: Webhook,
  at: Date,
): readonly string[] {
  const isKept = formerSecret !== null && formerSecretUntil !== null && at < formerSecretUntil;
  return isKept ? [secret, formerSecret] : [secret];
}

/**
 * The headers by which a receiver knows who sent a message, and when.
 *
 * @param secrets each gives a signature: a receiver that knows one of them is content
 * @param message.body the exact text that is sent
 * @see docs/webhooks.md
 */
export function signMessage(
  secrets: readonly string[],
  message: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const text = `${message.id}.${timestamp}.${message.body}`;
    return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
