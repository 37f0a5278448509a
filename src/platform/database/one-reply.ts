import type { DatabaseSession } from './transaction';

/** What a find is told so that as many documents come in one reply: unasked, the first has 101. */
export function inOneReply(most: number, session?: DatabaseSession) {
  // One more than there are: the server need not keep the cursor.
  return { batchSize: most + 1, ...(session && { session }) };
}
