import type { DatabaseSession } from './transaction';

/** Options of a find whose documents all come in one reply, up to `most`. By default the first reply has 101. */
export function inOneReply(most: number, session?: DatabaseSession) {
  // One more than there are: the server need not keep the cursor.
  return { batchSize: most + 1, ...(session && { session }) };
}
