const maxRuns = 12;
const longMs = 2_000;
const maxLongRuns = 3;

/**
 * CPU time that a piece of work takes, the server's with its client's: the least of some runs, since what else the
 * process and the machine do is not of interest. The first run that is good enough is the last, and so is the third that
 * takes seconds: one may have met a collection of garbage.
 *
 * @param usageSince whose time; default: this process's
 */
export async function cpuMsOf(
  work: () => Promise<void>,
  enoughMs: number,
  usageSince: (before?: NodeJS.CpuUsage) => NodeJS.CpuUsage = (before) => process.cpuUsage(before),
): Promise<number> {
  let least = Infinity;
  let longRuns = 0;
  for (let run = 0; run < maxRuns && least >= enoughMs; run++) {
    const before = usageSince();
    await work();
    const { user, system } = usageSince(before);
    const ms = (user + system) / 1_000;
    least = Math.min(least, ms);
    if (ms > longMs && ++longRuns === maxLongRuns) break;
  }
  return least;
}
