import { leaseMs } from '../database/lease';
import { hourMs, secondMs } from '../../time';

/** Needs of jobs that only some gateways meet. */
export const jobNeeds = ['wallet'] as const;
export type JobNeed = (typeof jobNeeds)[number];

/** A job, without its work. */
export interface JobDefinition {
  readonly name: string;
  /** Seconds from the end of one run to the start of the next; clocks look every second. */
  readonly everySeconds: number;
  /** Parts that several processes work on at once, each by one of them; default: the job is one. */
  readonly pieces?: readonly string[];
  /** Work on what a process itself has in memory: every process runs it, and nothing of it is stored. */
  readonly isPerProcess?: true;
  /** A run of a piece that has not ended after so many seconds is told as failing. Default: an hour. */
  readonly longestRunSeconds?: number;
  /**
   * For so long after its last word a process that is silent keeps a piece; then another one takes it. Default: 20
   * seconds. Less where others must not wait: a process that is halted for longer loses the piece.
   */
  readonly leaseSeconds?: number;
  /** Gateways without it leave the job to those that have it. Default: nothing. */
  readonly needs?: JobNeed;
}

/** For how long a run of a piece may last, in ms. */
export const longestRunMs = ({ longestRunSeconds }: JobDefinition): number =>
  longestRunSeconds === undefined ? hourMs : longestRunSeconds * secondMs;

/** For how long a process holds a piece without a word, in ms. */
export const leaseMsOf = ({ leaseSeconds }: Pick<JobDefinition, 'leaseSeconds'>): number =>
  leaseSeconds === undefined ? leaseMs : leaseSeconds * secondMs;

/** The turn of a run. */
export interface JobTurn {
  /** One of the job's `pieces`; null for a job that is one. */
  readonly piece: string | null;
  /**
   * Grows with every turn of the piece, whoever takes it: a write that stores it, and asks for a smaller one, comes
   * too late once somebody else has the piece. 0 for a job of a process.
   */
  readonly fence: number;
  /** Says in one line how far it came: operators read it beside the result. The last one is kept. */
  readonly tell: (message: string) => void;
}

/** Work that comes round by itself, with the slice of the context that it uses. */
export interface Job<Context> extends JobDefinition {
  /**
   * One process at a time runs a piece. But a process that was halted for long may wake up while another one has the
   * piece: so it must be safe to write everything twice. Once `signal` is aborted, as the process stops or the piece
   * was lost, a long run ends early.
   */
  readonly run: (ctx: Context, signal: AbortSignal, turn: JobTurn) => Promise<void>;
}

/** The turn of a job without pieces, or of one that is run by hand. */
export const wholeTurn: JobTurn = { piece: null, fence: 0, tell: () => undefined };
