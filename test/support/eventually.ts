import { setTimeout as pause } from 'node:timers/promises';
import { UndisturbedClock } from './undisturbed';

/**
 * Tries an expectation until it holds, as what other processes do is seen: the last failure is thrown after `withinMs`, of
 * which what the machine takes from this process is no part.
 */
export async function eventually(expectation: () => unknown, withinMs = 2_000): Promise<void> {
  const clock = new UndisturbedClock();
  try {
    for (;;) {
      try {
        await expectation();
        return;
      } catch (error) {
        if (clock.ms > withinMs) throw error;
      }
      await pause(20);
    }
  } finally {
    clock.stop();
  }
}
