import type { HeldSlice } from './held-slice';

/** Work that is done for many at once: whoever comes while it is under way goes with the next round. */
export interface Refills {
  /** Resolves when it was done for this one, or has taken too long: `isLate` tells. Never rejected. */
  wait(held: HeldSlice): Promise<void>;
  /** Has it done without waiting for it: soon, with others of the same moment. */
  ask(held: HeldSlice): void;
  /** True while the present round takes longer than finds wait. */
  readonly isLate: boolean;
  /** True where the last round failed. */
  readonly isAway: boolean;
  /** When all that was asked for by now is done. */
  settled(): Promise<void>;
}

interface Round {
  readonly slices: Set<HeldSlice>;
  readonly over: PromiseWithResolvers<void>;
  timer: NodeJS.Timeout | null;
  /** True where the round begins as soon as the round before is over. */
  isUrgent: boolean;
}

export interface RefillOptions {
  /** Does it for these. */
  readonly refill: (slices: readonly HeldSlice[]) => Promise<void>;
  /** Told why a round failed, and for whom. */
  readonly onFailure: (error: unknown, slices: Iterable<HeldSlice>) => void;
  /** How long a find waits. */
  readonly patienceMs: number;
}

/**
 * How long a round that nobody waits for gathers slices. Without it rounds of a few follow each other without a pause
 * under load.
 */
const gatherMs = 50;

export function createRefills({ refill, onFailure, patienceMs }: RefillOptions): Refills {
  let next: Round | null = null;
  let current: Round | null = null;
  let running: Promise<void> | null = null;
  let gathering: NodeJS.Timeout | null = null;
  let isAway = false;
  let isLate = false;

  async function run(): Promise<void> {
    // Others of the same turn of the loop go along.
    await Promise.resolve();
    while (next?.isUrgent === true) {
      const round: Round = next;
      current = round;
      next = null;
      try {
        await refill([...round.slices]);
        isAway = false;
      } catch (error) {
        isAway = true;
        onFailure(error, round.slices);
      } finally {
        for (const held of round.slices) held.isQueued = false;
        if (round.timer) clearTimeout(round.timer);
        isLate = false;
        round.over.resolve();
        current = null;
      }
    }
    running = null;
  }

  function join(held: HeldSlice): Round {
    next ??= { slices: new Set(), over: Promise.withResolvers(), timer: null, isUrgent: false };
    next.slices.add(held);
    held.isQueued = true;
    return next;
  }

  function hurry(): void {
    if (gathering) clearTimeout(gathering);
    gathering = null;
    if (next === null) return;
    next.isUrgent = true;
    running ??= run();
  }

  return {
    get isLate() {
      return isLate;
    },
    get isAway() {
      return isAway;
    },
    ask(held) {
      if (held.isQueued) return;
      join(held);
      gathering ??= setTimeout(hurry, gatherMs);
    },
    wait(held) {
      const underWay = current?.slices.has(held) === true ? current : null;
      const round = underWay ?? join(held);
      if (!underWay) hurry();
      round.timer ??= setTimeout(() => {
        // An answer that came while this process was busy is read first.
        setImmediate(() => {
          if (round !== current && round !== next) return;
          isLate = true;
          round.over.resolve();
        });
      }, patienceMs);
      return round.over.promise;
    },
    async settled() {
      hurry();
      while (running !== null) await running;
    },
  };
}
