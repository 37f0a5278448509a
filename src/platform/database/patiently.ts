import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseDiskFull, isDatabaseUnavailable } from './unavailable';

/** For so long a start goes on: a replica set elects its primary in less, and a busy machine connects. */
const patienceMs = 30_000;
const againAfterMs = 250;

/**
 * Does a step of a start, and does it again while the database is out of reach. Requests are answered 503 within two
 * seconds, as somebody waits for them; a start that gives up as soon only makes more work for a machine that is busy.
 *
 * @param step may be done again, wherever it was cut off
 * @throws what the step throws: at once where that is something else, else after 30 seconds.
 */
export async function patiently<Result>(step: () => Promise<Result>): Promise<Result> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const isAway = isDatabaseUnavailable(error) && !isDatabaseDiskFull(error);
      if (!isAway || Date.now() > giveUpAt) throw error;
      await sleep(againAfterMs);
    }
  }
}
