import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { openDatabase } from '../../../src/platform/database/connection';
import { startJobs } from '../../../src/platform/jobs/clockwork';
import type { Job, JobTurn } from '../../../src/platform/jobs/job';
import type { TurnContext } from '../../../src/platform/jobs/job.context';
import type { JobPiece } from '../../../src/platform/jobs/job-state';
import { createJobStore } from '../../../src/platform/jobs/job.store';
import { createOutages } from '../../../src/platform/process/outages';
import { freshDatabase } from '../../support/database';

const closings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

/** A database whose processes have one clock, with hands that tests turn. */
export interface Hall {
  readonly uri: string;
  readonly clock: { offsetMs: number };
  readonly now: () => Date;
  readonly states: ReturnType<typeof createJobStore>;
  /** Reads the stored state of a piece. */
  stateOf(job: string, piece?: string | null): Promise<JobPiece>;
  /** A process of its own, by its own connection. */
  startProcess(jobs: readonly Job<TurnContext>[]): Promise<Clockwork>;
}

export interface Clockwork {
  readonly ctx: TurnContext;
  readonly db: Connection;
  close(): Promise<void>;
}

export async function openHall(): Promise<Hall> {
  const uri = await freshDatabase();
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  const open = async () => {
    const db = await openDatabase(uri);
    closings.push(() => db.close());
    return { db, jobStates: createJobStore(db) };
  };
  const { jobStates: states } = await open();
  return {
    uri,
    clock,
    now,
    states,
    async stateOf(job, piece = null) {
      const pieces = (await states.list()).get(job) ?? [];
      return pieces.find((stored) => stored.piece === piece)!;
    },
    async startProcess(jobs) {
      const { db, jobStates } = await open();
      const log = pino({ level: 'silent' });
      const ctx = { jobStates, log, now, ledger: null, outages: createOutages(log) };
      const clockwork = startJobs(ctx, jobs, { lookEveryMs: 20, renewEveryMs: 50 });
      closings.push(() => clockwork.close());
      return { ctx, db, close: () => clockwork.close() };
    },
  };
}

/**
 * Makes work wait until a test opens the gate. The wait fails after 5 seconds, so that a test that failed before comes
 * to its end.
 */
export function createGate() {
  let isOpen = false;
  return {
    open() {
      isOpen = true;
    },
    async pass() {
      for (let waits = 0; !isOpen; waits += 1) {
        if (waits === 500) throw new Error('the gate stayed closed');
        await sleep(10);
      }
    },
  };
}

/** A job that notes its turns, and those that are under way at once. */
export function noting(
  definition: Pick<Job<TurnContext>, 'name' | 'pieces' | 'leaseSeconds'>,
  work: (turn: JobTurn, signal: AbortSignal) => Promise<void> = () => sleep(5),
) {
  const turns: Omit<JobTurn, 'tell'>[] = [];
  const underWay = new Map<string | null, number>();
  let mostAtOnce = 0;
  const job: Job<TurnContext> = {
    ...definition,
    everySeconds: 60,
    async run(_ctx, signal, turn) {
      turns.push({ piece: turn.piece, fence: turn.fence });
      const count = (underWay.get(turn.piece) ?? 0) + 1;
      underWay.set(turn.piece, count);
      mostAtOnce = Math.max(mostAtOnce, count);
      try {
        await work(turn, signal);
      } finally {
        underWay.set(turn.piece, underWay.get(turn.piece)! - 1);
      }
    },
  };
  return { job, turns, mostAtOnce: () => mostAtOnce };
}
