import { hash, verify } from '@node-rs/argon2';
import { Turns } from '../../turns';

/** OWASP's minimum for argon2id, the algorithm that the package takes by default. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** They take a processor each, and threads that the journal needs as well. */
const atMost = {
  atOnce: 2,
  mostWaiting: 50,
  refusal: 'too many passwords to check at once',
  retryAfterSeconds: 1,
} as const;

/** argon2id off the event loop, a few at a time. Both may throw `SERVICE_UNAVAILABLE`: too many wait already. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** @param expected null, for an account that is not there, takes as long as any other and is never right */
  verify(expected: string | null, password: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const turns = new Turns(atMost);
  /** The hash that passwords of unknown accounts are compared with. */
  let decoy: Promise<string> | undefined;

  return {
    hash: (password) => turns.run(() => hash(password, hashing)),
    verify: (expected, password) =>
      turns.run(async () => {
        decoy ??= hash('no account has this password', hashing);
        const decoyHash = await decoy;
        const isRight = await verify(expected ?? decoyHash, password);
        return isRight && expected !== null;
      }),
  };
}
