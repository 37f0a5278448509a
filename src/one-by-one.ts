import { AppError } from './errors';

/** Work that may wait for its turn under one key. */
const maxWaiting = 1_000;

interface Line {
  last: Promise<unknown>;
  length: number;
}

const lines = new Map<string, Line>();

/**
 * Runs work of the same key one after another in this process, in the order it came. It spares writers of one document
 * the tries that they would lose to one another; what must hold between processes, the database has to ensure. Work
 * must not wait for other work of its own key.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` when 1,000 wait, and what the work throws.
 */
export async function oneByOne<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
  if (line.length >= maxWaiting)
    throw new AppError('SERVICE_UNAVAILABLE', 'too many changes at once', { retryAfterSeconds: 5 });
  lines.set(key, line);
  line.length += 1;
  const running = line.last.then(work);
  line.last = running.catch(() => undefined);
  try {
    return await running;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(key);
  }
}
