import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors';

/** OWASP's minimum for argon2id, the algorithm that the package takes by default. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** At once: they take a processor each, and threads that the journal needs as well. */
const maxRunning = 2;
const maxWaiting = 50;

/** argon2id off the event loop, a few at a time. Both may throw `SERVICE_UNAVAILABLE`: too many wait already. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** @param expected null, for an account that is not there, takes as long as any other and is never right */
  verify(expected: string | null, password: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** The hash that passwords of unknown accounts are compared with. */
  let decoy: Promise<string> | undefined;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < maxRunning) running += 1;
    else {
      if (waiting.length >= maxWaiting)
        throw new AppError('SERVICE_UNAVAILABLE', 'too many passwords to check at once', {
          retryAfterSeconds: 1,
        });
      // A finished call hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, hashing)),
    verify: (expected, password) =>
      inTurn(async () => {
        decoy ??= hash('no account has this password', hashing);
        const decoyHash = await decoy;
        const isRight = await verify(expected ?? decoyHash, password);
        return isRight && expected !== null;
      }),
  };
}
