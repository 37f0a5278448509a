import { createPublicKey, type KeyObject } from 'node:crypto';

/** A service that may post results, and the key that they are signed with. */
export type ClassifierKey =
  | { readonly algorithm: 'hmac-sha256'; readonly secret: Buffer }
  | { readonly algorithm: 'ed25519'; readonly publicKey: KeyObject };

export type Classifiers = ReadonlyMap<string, ClassifierKey>;

/** The form of a classifier's name: the name stands in keywords and paths. */
export const classifierName = /^[a-z0-9][a-z0-9-]{0,31}$/;

const keyBytes = 32;

/**
 * Reads `name:hmac-sha256:<secret>` or `name:ed25519:<public key>`, the key in base64url, 32 bytes (a secret may have
 * more).
 *
 * @returns null for any other text.
 */
export function parseClassifier(text: string): readonly [string, ClassifierKey] | null {
  const [name = '', algorithm, key = '', ...rest] = text.split(':');
  const bytes = Buffer.from(key, 'base64url');
  const isWhole = bytes.toString('base64url') === key && rest.length === 0;
  if (!classifierName.test(name) || !isWhole || bytes.length < keyBytes) return null;
  if (algorithm === 'hmac-sha256') return [name, { algorithm, secret: bytes }];
  if (algorithm !== 'ed25519' || bytes.length !== keyBytes) return null;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
  return [name, { algorithm, publicKey }];
}
