import type { AdEvent } from './event';
import type { EventStore } from './event.store';

export interface EventInserterOptions {
  readonly store: Pick<EventStore, 'insertMany'>;
  readonly now: () => Date;
  /** Gets the new events of each group that the database has stored, however late it answers. */
  readonly onInserted: (added: readonly AdEvent[]) => void;
  /** See `ADGATE_PATIENCE`. */
  readonly patience: number;
}

/** Longest that callers wait for the database's answer to one group, where a gateway has its usual patience. */
const usualDeadlineMs = 2000;

/**
 * Makes a function that stores a group, or rejects within two seconds. A group that was given up may still arrive: storing
 * it again does no harm. While the database owes an answer nothing more is sent to it, so that groups do not pile up
 * behind a server which has stopped without closing its connections.
 */
export function createEventInserter(
  options: EventInserterOptions,
): (events: readonly AdEvent[]) => Promise<void> {
  const { store, now, onInserted, patience } = options;
  const deadlineMs = usualDeadlineMs * patience;
  let owedAnswers = 0;

  return async (events) => {
    if (owedAnswers > 0) throw new Error('the database still owes an answer');
    const answer = store.insertMany(events, now()).then(onInserted);
    const deadline = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      owedAnswers += 1;
      const settle = () => {
        owedAnswers -= 1;
      };
      answer.then(settle, settle);
      deadline.reject(new Error(`the database did not answer within ${deadlineMs} ms`));
    }, deadlineMs);
    try {
      await Promise.race([answer, deadline.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
