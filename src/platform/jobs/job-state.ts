/** The end of a run. `lost`: its process died, or was halted for so long that another process took over. */
export const jobResults = ['ok', 'failed', 'stopped', 'lost'] as const;

export type JobResult = (typeof jobResults)[number];

/** The stored state of a piece of a job. */
export interface JobPiece {
  /** null for a job without pieces. */
  readonly piece: string | null;
  /** When the piece is due; null while it runs. */
  readonly nextRunAt: Date | null;
  /** Host and number of the process that runs the piece; null while none does. */
  readonly holder: string | null;
  readonly lastStartedAt: Date | null;
  readonly lastEndedAt: Date | null;
  /** null before the first run has ended. */
  readonly lastResult: JobResult | null;
  /** The reason of a failure, else how far the run came, at most 200 characters; null: nothing to say. */
  readonly lastMessage: string | null;
  /** Runs that began. */
  readonly runs: number;
  /** Runs that were lost. */
  readonly lostRuns: number;
}

/** A piece that this process holds until it gives the piece back. */
export interface TakenPiece {
  readonly id: string;
  readonly piece: string | null;
  /** Grows with every turn of the piece: see `JobTurn`. */
  readonly fence: number;
  /** How long the process holds the piece without renewing the lease. */
  readonly leaseMs: number;
}

/** The end of a turn, as it is stored. */
export interface EndedTurn {
  readonly endedAt: Date;
  readonly result: JobResult;
  readonly message: string | null;
  readonly nextRunAt: Date;
}
