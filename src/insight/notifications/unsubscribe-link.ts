import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey, SigningKeys } from '../../platform/keys/signing-key.store';
import { isMailedKind, type MailedKind } from './mailed-kinds';

/** The mails that a link in a mail turns off: those of one kind to one account. */
export interface Unsubscription {
  readonly accountId: string;
  readonly kind: MailedKind;
}

/** Makes a token that turns these mails off and can do nothing else. It works as long as the key is kept. */
export function signUnsubscription(
  [key]: SigningKeys,
  { accountId, kind }: Unsubscription,
): string {
  const text = `${accountId}.${kind.replace('.', '-')}`;
  return `${text}.${signatureOf(key, text).toString('base64url')}`;
}

/** Reads a token; null: it was not made here. */
export function parseUnsubscription(
  keys: readonly SigningKey[],
  token: string,
): Unsubscription | null {
  const [, text = '', accountId = '', noun = '', what = '', signature = ''] =
    /^(([0-9a-f]{32})\.([a-z]+)-([a-z_]+))\.([\w-]{43})$/.exec(token) ?? [];
  const kind = `${noun}.${what}`;
  const given = Buffer.from(signature, 'base64url');
  const isOurs = keys.some((key) => {
    const expected = signatureOf(key, text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs && isMailedKind(kind) ? { accountId, kind } : null;
}

const signatureOf = ({ secret }: SigningKey, text: string) =>
  createHmac('sha256', secret).update(text).digest();
