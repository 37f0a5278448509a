import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';

/** A collection's documents that are others than when they were last looked at. */
export class WrittenDocuments {
  private known = new Map<string, string>();

  constructor(
    private readonly db: Connection,
    private readonly collection: string,
  ) {}

  /** @returns bytes of what was written since, of all documents, and of the largest. */
  async look(): Promise<{ readonly written: number; readonly all: number; readonly most: number }> {
    const now = new Map<string, string>();
    const sum = { written: 0, all: 0, most: 0 };
    for await (const document of this.db.collection(this.collection).find({}, { raw: true })) {
      const raw = document as unknown as Buffer;
      // Behind its length a document begins with its id.
      const id = raw.toString('latin1', 4, 120);
      const hash = createHash('sha1').update(raw).digest('base64');
      now.set(id, hash);
      sum.all += raw.length;
      sum.most = Math.max(sum.most, raw.length);
      if (this.known.get(id) !== hash) sum.written += raw.length;
    }
    this.known = now;
    return sum;
  }
}
