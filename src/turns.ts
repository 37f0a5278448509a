import { AppError } from './errors';

export interface TurnsOptions {
  /** Pieces of work that run at once. */
  readonly atOnce: number;
  /** The most that waits. */
  readonly mostWaiting: number;
  /** Told to those who come when so much waits. */
  readonly refusal: string;
  readonly retryAfterSeconds: number;
}

/** Lets so many pieces of work run at once in this process; the others wait in the order they came. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly options: TurnsOptions) {}

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** @throws {AppError} `SERVICE_UNAVAILABLE` when too much waits, and what the work throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { atOnce, mostWaiting, refusal, retryAfterSeconds } = this.options;
    if (this.#running < atOnce) this.#running += 1;
    else if (this.#waiting.length >= mostWaiting)
      throw new AppError('SERVICE_UNAVAILABLE', refusal, { retryAfterSeconds });
    // Work that ends hands its place over.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/**
 * Works through items in their order, so many at once: each that ends is followed by the next one, also where it fails.
 *
 * @throws at the end, what the first work that failed has thrown
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const workOn = async () => {
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  if (failures.length > 0) throw failures[0];
}

const ofOneKey: TurnsOptions = {
  atOnce: 1,
  mostWaiting: 999,
  refusal: 'too many changes at once',
  retryAfterSeconds: 5,
};

const turnsByKey = new Map<string, Turns>();

/**
 * Runs work of the same key one after another in this process, in the order it came. It spares writers of one document
 * the tries that they would lose to one another; what must hold between processes, the database has to ensure. Work
 * must not wait for other work of its own key.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` when 1,000 run or wait, and what the work throws.
 */
export async function oneByOne<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turns = turnsByKey.get(key) ?? new Turns(ofOneKey);
  turnsByKey.set(key, turns);
  try {
    return await turns.run(work);
  } finally {
    if (turns.isIdle) turnsByKey.delete(key);
  }
}
