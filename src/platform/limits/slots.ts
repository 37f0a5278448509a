import { AppError } from '../../errors';
import { assertPresent } from '../../present';

/** Bounds the connections that are held open at once, in all and for each account. */
export interface Slots {
  /**
   * Takes one, until it is given back by what this returns.
   *
   * @throws {AppError} `SERVICE_UNAVAILABLE` when all are taken, `TOO_MANY_REQUESTS` when the account has as many as it
   * may.
   */
  take(accountId: string): () => void;
}

export interface SlotOptions {
  readonly ofGateway: number;
  readonly ofAccount: number;
  /** Their name in messages, in the plural. */
  readonly noun: string;
  readonly retryAfterSeconds: number;
}

export function createSlots(options: SlotOptions): Slots {
  const { ofGateway, ofAccount, noun, retryAfterSeconds } = options;
  const countOf = new Map<string, number>();
  let taken = 0;

  function giveBack(accountId: string): void {
    taken -= 1;
    const left = assertPresent(countOf.get(accountId), 'what is given back was taken') - 1;
    if (left === 0) countOf.delete(accountId);
    else countOf.set(accountId, left);
  }

  return {
    take(accountId) {
      const own = countOf.get(accountId) ?? 0;
      if (taken >= ofGateway)
        throw new AppError('SERVICE_UNAVAILABLE', `there are too many ${noun} here`, {
          retryAfterSeconds,
        });
      if (own >= ofAccount)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `an account may have ${ofAccount} ${noun} at once here: end some of them first`,
          { retryAfterSeconds },
        );
      taken += 1;
      countOf.set(accountId, own + 1);
      let isHeld = true;
      return () => {
        if (isHeld) giveBack(accountId);
        isHeld = false;
      };
    },
  };
}
