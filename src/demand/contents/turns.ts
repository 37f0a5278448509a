import { AppError } from '../../errors';

/** Lets so many pieces of work run at once; the others wait in the order they came. */
export interface Turns {
  /** @throws {AppError} `SERVICE_UNAVAILABLE` when too many wait, and what the work throws. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(atOnce: number, mostWaiting: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function begin(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting)
      throw new AppError('SERVICE_UNAVAILABLE', 'too many uploads at once', {
        retryAfterSeconds: 5,
      });
    // A work that ends hands its place over: `running` stays.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(work) {
      await begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
