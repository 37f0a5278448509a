import { setImmediate as nextTurn } from 'node:timers/promises';
import type { mongo } from 'mongoose';

/**
 * Documents as many at a time as the database sends: handing each on alone takes longer than reading it. The next ones
 * come while some are taken: whoever takes them asks nothing else in their session meanwhile.
 */
export async function* inBatches<Document>(
  cursor: Pick<mongo.FindCursor<Document>, 'hasNext' | 'readBufferedDocuments' | 'close'>,
): AsyncGenerator<readonly Document[]> {
  let next = cursor.hasNext();
  try {
    while (await next) {
      const some = cursor.readBufferedDocuments();
      next = cursor.hasNext();
      // It is awaited above, or below where nobody wants it any more.
      next.catch(() => {});
      // Else the request for the next ones leaves only when these are taken, and the database waits meanwhile.
      await nextTurn();
      yield some;
    }
  } finally {
    await next.catch(() => false);
    await cursor.close();
  }
}
