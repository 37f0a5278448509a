/** How a run ended: `lost` when its process died or was halted for so long that others took over. */
export const jobResults = ['ok', 'failed', 'stopped', 'lost'] as const;

export type JobResult = (typeof jobResults)[number];

/** The stored state of a piece of a job. */
export interface JobPiece {
  /** null for a job that is one. */
  readonly piece: string | null;
  /** When it is due; null while it runs. */
  readonly nextRunAt: Date | null;
  /** Host and number of the process that runs it; null while nobody does. */
  readonly holder: string | null;
  readonly lastStartedAt: Date | null;
  readonly lastEndedAt: Date | null;
  /** null before the first run has ended. */
  readonly lastResult: JobResult | null;
  /** Why it failed, else how far it came, at most 200 characters; null: nothing to say. */
  readonly lastMessage: string | null;
  /** Runs that began. */
  readonly runs: number;
  /** How many of them were lost. */
  readonly lostRuns: number;
}

/** A piece that this process may run until it gives it back. */
export interface TakenPiece {
  readonly id: string;
  readonly piece: string | null;
  readonly fence: number;
  /** For so long it is held without being renewed. */
  readonly leaseMs: number;
}

/** How a turn ended. */
export interface EndedTurn {
  readonly endedAt: Date;
  readonly result: JobResult;
  readonly message: string | null;
  readonly nextRunAt: Date;
}
