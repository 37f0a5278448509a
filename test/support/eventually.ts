import { setTimeout as pause } from 'node:timers/promises';

/** Tries an expectation until it holds, as what other processes do is seen: the last failure is thrown after `withinMs`. */
export async function eventually(expectation: () => unknown, withinMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
    await pause(20);
  }
}
