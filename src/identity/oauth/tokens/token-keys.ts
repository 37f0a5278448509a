import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { StoredTokenKey, TokenKeyStore } from '../../../platform/keys/token-key.store';
import { dayMs } from '../../../time';

/** No access token lives longer, so no key must verify longer after it has been replaced. */
const longestTokenMs = 366 * dayMs;

/**
 * Algorithms that may sign access tokens. ES256 is the default: `jsonwebtoken` knows no EdDSA, and ES256 is the
 * smallest and quickest of the algorithms that it knows. RS256 is for resource servers that know nothing else.
 * @see RFC 9068 §2.1, RFC 7518 §3.1
 */
export const tokenAlgorithms = ['ES256', 'RS256'] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** A key pair that signs access tokens. */
export interface TokenKey {
  /** Thumbprint of the public key (RFC 7638), base64url: `kid` of the tokens that it signs. */
  readonly keyId: string;
  readonly algorithm: TokenAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly createdAt: Date;
  /** When the last token that it may have signed expires; null for the key that signs now. */
  readonly verifiesUntil: Date | null;
}

/** The keys of a process, as fresh as its change feed. An unknown key is looked up in the database. */
export interface TokenKeyRing {
  /** Makes the first key of a new database. */
  load(): Promise<void>;
  /**
   * Takes up what others have changed.
   *
   * @returns ids of the keys that have gone since it was last called, whoever noticed.
   */
  refresh(): Promise<readonly string[]>;
  /** The key to sign with. */
  signing(): TokenKey;
  /** Keys that verify, oldest first; the last one signs. */
  list(): readonly TokenKey[];
  find(keyId: string): TokenKey | Promise<TokenKey | null>;
}

/** The least that RFC 7518 §3.3 allows. */
const rsaBits = 2_048;

/** Unknown key ids are looked for at most this often: strangers can invent any number of them. */
const lookEveryMs = 1_000;

export function createTokenKeyRing(store: TokenKeyStore, now: () => Date): TokenKeyRing {
  let keys: readonly TokenKey[] = [];
  /** Gone, and nobody was told yet. */
  const gone = new Set<string>();
  let lookedAt = 0;
  let looking: Promise<unknown> = Promise.resolve();
  let reading: Promise<unknown> = Promise.resolve();

  const take = (stored: readonly StoredTokenKey[]) => {
    const before = keys;
    keys = stored.map(toTokenKey);
    for (const { keyId } of before) if (!keys.some((key) => key.keyId === keyId)) gone.add(keyId);
  };
  /** One look-up at a time: the answer of an older one would bring back keys that have gone. */
  const read = () => {
    reading = reading
      .catch(() => undefined)
      .then(async () => {
        take(await store.list());
      });
    return reading;
  };
  const known = (keyId: string) => {
    const key = keys.find((candidate) => candidate.keyId === keyId);
    return key && isLive(key, now()) ? key : null;
  };

  return {
    async refresh() {
      await read();
      const told = [...gone];
      gone.clear();
      return told;
    },
    async load() {
      take(await store.getOrCreate(generateTokenKey(now(), tokenAlgorithms[0])));
    },
    signing() {
      const key = keys.at(-1);
      if (!key) throw new Error('the keys of access tokens are not loaded');
      return key;
    },
    list: () => keys.filter((key) => isLive(key, now())),
    find(keyId) {
      const key = known(keyId);
      if (key) return key;
      if (now().getTime() - lookedAt >= lookEveryMs) {
        lookedAt = now().getTime();
        looking = read();
      }
      return looking.then(() => known(keyId));
    },
  };
}

export function isLive({ verifiesUntil }: TokenKey, now: Date): boolean {
  return verifiesUntil === null || verifiesUntil > now;
}

export function toTokenKey(
  stored: StoredTokenKey,
  at: number,
  ring: readonly StoredTokenKey[],
): TokenKey {
  const successor = ring[at + 1];
  const privateKey = createPrivateKey({ key: stored.privateKey, format: 'der', type: 'pkcs8' });
  return {
    keyId: stored.keyId,
    algorithm: privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256',
    privateKey,
    publicKey: createPublicKey(privateKey),
    createdAt: stored.createdAt,
    verifiesUntil: successor ? new Date(successor.createdAt.getTime() + longestTokenMs) : null,
  };
}

export function generateTokenKey(createdAt: Date, algorithm: TokenAlgorithm): StoredTokenKey {
  const { privateKey, publicKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    keyId: thumbprintOf(publicKey),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
    createdAt,
  };
}

/** @see RFC 7638 §3 */
function thumbprintOf(publicKey: KeyObject): string {
  const { crv, e, kty, n, x, y } = toJwk(publicKey);
  // The required members of either kind of key in their order; those that it does not have are left out.
  const members = JSON.stringify({ crv, e, kty, n, x, y });
  return createHash('sha256').update(members).digest('base64url');
}

/** The public part of a key as a JSON Web Key. @see RFC 7517 §4, RFC 7518 §6 */
export function toJwk(publicKey: KeyObject): JsonWebKey {
  return publicKey.export({ format: 'jwk' });
}
