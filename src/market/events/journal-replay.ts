import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AdEvent } from './event';
import type { JournalAccess } from './event-journal';

export interface JournalReplayOptions {
  readonly journal: JournalAccess;
  readonly log: Logger;
  /** Stores events in the database. */
  readonly insert: (events: readonly AdEvent[]) => Promise<void>;
}

const firstPauseMs = 250;
const maxPauseMs = 4000;
/** How often journals of other processes are looked at: one may have died for good. */
const takeOverEveryMs = 60_000;

/** Moves events that wait on the disk into the database, this process's and those that others have left. */
export function createJournalReplay({ journal, log, insert }: JournalReplayOptions) {
  let isRunning = false;
  let run = Promise.resolve();
  let takeOverTimer: NodeJS.Timeout | null = null;
  let lastTakeOver = Promise.resolve();
  const closing = new AbortController();

  function start(): void {
    if (isRunning || journal.isEmpty) return;
    isRunning = true;
    run = replayAll();
  }

  /** Tries until the journal is empty; what comes meanwhile included. */
  async function replayAll(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!journal.isEmpty && !closing.signal.aborted) {
      try {
        await journal.replayOldest(insert);
        pauseMs = firstPauseMs;
      } catch (error) {
        log.warn({ err: error, journalBytes: journal.byteLength }, 'the journal has to wait');
        await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    }
    isRunning = false;
  }

  async function openJournal(): Promise<void> {
    await journal.open();
    start();
  }

  return {
    get isRunning() {
      return isRunning;
    },

    /** Begins, unless it has begun or there is nothing to move. */
    start,

    /** Takes over the journals of processes that are gone, now and from time to time. */
    async takeOver(): Promise<void> {
      await openJournal();
      takeOverTimer = setInterval(() => {
        lastTakeOver = openJournal().catch((error: unknown) => {
          log.warn({ err: error }, 'cannot look after the journals');
        });
      }, takeOverEveryMs);
      takeOverTimer.unref();
    },

    /** Ends the waiting at once; resolves when nothing is moved any more. */
    async close(): Promise<void> {
      closing.abort();
      if (takeOverTimer) clearInterval(takeOverTimer);
      await lastTakeOver;
      await run;
    },
  };
}
