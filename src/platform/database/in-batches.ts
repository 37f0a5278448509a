import type { mongo } from 'mongoose';

/** Documents as many at a time as the database sends: handing each on alone takes longer than reading it. */
export async function* inBatches<Document>(
  cursor: Pick<mongo.FindCursor<Document>, 'hasNext' | 'readBufferedDocuments' | 'close'>,
): AsyncGenerator<readonly Document[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}
