import { createHmac, timingSafeEqual, verify } from 'node:crypto';
import type { ClassifierKey } from '../../classifier';
import type { ClassificationKeywords, ClassificationStatus } from './classification';

/** A result in the form that the classifier signs. */
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
  const features = Object.entries(keywords)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => `${name}=${[...values].sort().join(',')}`)
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
