import { AppError } from '../../errors';

/** Runs some work at once; other work waits in its order, but one subject's queue holds up no other subject. */
export interface FairTurns {
  /** @throws {AppError} `TOO_MANY_REQUESTS` when too much of the subject's waits. */
  take<Value>(subject: string, work: () => Promise<Value>): Promise<Value>;
}

export interface FairTurnOptions {
  /** The work, in the plural, as callers know it. */
  readonly noun: string;
  readonly atOnce: number;
  /** The most that runs at once for one subject. */
  readonly ofOne: number;
  /** The most that waits for one subject, beside what runs. */
  readonly mostWaiting: number;
}

interface Subject {
  running: number;
  waiting: number;
}

export function createFairTurns({ noun, atOnce, ofOne, mostWaiting }: FairTurnOptions): FairTurns {
  const subjects = new Map<string, Subject>();
  const waiting = new Set<{ readonly of: Subject; readonly begin: () => void }>();
  let running = 0;

  const hasRoom = (of: Subject) => running < atOnce && of.running < ofOne;

  function wait(of: Subject): Promise<void> {
    if (of.waiting >= mostWaiting)
      throw new AppError('TOO_MANY_REQUESTS', `too many ${noun} are asked for at once`, {
        retryAfterSeconds: 5,
      });
    of.waiting += 1;
    return new Promise((resolve) => waiting.add({ of, begin: resolve }));
  }

  function begin(of: Subject): void {
    running += 1;
    of.running += 1;
  }

  function letNextBegin(): void {
    for (const next of waiting) {
      if (running >= atOnce) return;
      if (!hasRoom(next.of)) continue;
      waiting.delete(next);
      next.of.waiting -= 1;
      begin(next.of);
      next.begin();
    }
  }

  return {
    async take(subject, work) {
      let of = subjects.get(subject);
      if (!of) subjects.set(subject, (of = { running: 0, waiting: 0 }));
      if (hasRoom(of)) begin(of);
      else await wait(of);
      try {
        return await work();
      } finally {
        running -= 1;
        of.running -= 1;
        if (of.running + of.waiting === 0) subjects.delete(subject);
        letNextBegin();
      }
    },
  };
}
