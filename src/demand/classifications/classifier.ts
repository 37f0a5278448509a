import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import type { ClassificationKeywords, ClassificationStatus } from './classification';

/** A service that may post results, and the key that they are signed with. */
export type ClassifierKey =
  | { readonly algorithm: 'hmac-sha256'; readonly secret: Buffer }
  | { readonly algorithm: 'ed25519'; readonly publicKey: KeyObject };

export type Classifiers = ReadonlyMap<string, ClassifierKey>;

/** What the name of a classifier looks like: it stands in keywords and paths. */
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

/** What a classifier signs. */
export interface SignedResult {
  /** 32 lower-case hex. */
  readonly creativeId: string;
  /** The creative's hash: the result is about these bytes. */
  readonly hash: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly status: ClassificationStatus;
  readonly keywords: ClassificationKeywords;
}

/**
 * The text under a signature, UTF-8, lines without an end after the last one: classifier, creative, hash, timestamp, status,
 * keywords as `category=crypto,news;quality=high` with names and values sorted by their bytes.
 */
export function signedText(classifier: string, result: SignedResult): string {
  const { creativeId, hash, timestamp, status, keywords } = result;
  const features = Object.keys(keywords)
    .sort()
    .map((name) => `${name}=${[...keywords[name]!].sort().join(',')}`)
    .join(';');
  return [classifier, creativeId, hash, timestamp, status, features].join('\n');
}

/** @param signature base64url: HMAC-SHA256 of 32 bytes, or Ed25519 of 64, over `signedText` */
export function isSignedByClassifier(key: ClassifierKey, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature) return false;
  if (key.algorithm === 'ed25519') return verify(null, Buffer.from(text), key.publicKey, bytes);
  const expected = createHmac('sha256', key.secret).update(text).digest();
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
