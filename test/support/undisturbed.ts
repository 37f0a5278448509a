const tickMs = 50;
/** Timers of a machine with nothing else to do are late by less. */
const usualLatenessMs = 10;

/**
 * The time that a piece of work takes, less the time that the machine kept this process from running while it had
 * something to do. A promise of time is of a server that gets the CPU; a server that keeps the CPU for itself is measured in full.
 */
export async function undisturbedMsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let heldUpMs = 0;
  let lastAt = startedAt;
  let lastUsage = process.cpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(lastUsage);
    const lateMs = now - lastAt - tickMs - (user + system) / 1_000;
    if (lateMs > usualLatenessMs) heldUpMs += lateMs;
    lastAt = now;
    lastUsage = process.cpuUsage();
  }, tickMs);
  try {
    await work();
    return performance.now() - startedAt - heldUpMs;
  } finally {
    clearInterval(timer);
  }
}
