import { type Connection, Schema } from 'mongoose';
import { bufferOf, type StoredBytes } from '../../platform/database/stored-bytes';
import { bulkUpsertRacing } from '../../platform/database/upsert';
import type { ContentFolder } from './content-folder';
import { digestOf } from './digest';

interface ContentDocument {
  /** `digestOf` the bytes. */
  readonly _id: string;
  /** Absent when they are in a file. */
  readonly bytes?: StoredBytes;
  /** Name in the folder of contents. */
  readonly file?: string;
  readonly expiresAt: Date;
}

type StoredContent = Pick<ContentDocument, '_id' | 'bytes' | 'file'>;

/** Later than any other time: of contents that creatives have. */
const never = new Date('9999-12-31T00:00:00Z');

const batchSize = 1_000;

const schema = new Schema<ContentDocument>(
  { _id: String, bytes: Buffer, file: String, expiresAt: Date } satisfies Record<
    keyof ContentDocument,
    unknown
  >,
  { versionKey: false, collection: 'creativeContents' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/**
 * Bytes by what they are: the same ones are stored once, whoever sends them, and never change. One document each, with
 * the bytes in it, of which the largest has 4 MiB, or with the name of their file. What was stored before a folder was
 * set, or while there was another one, stays where it is.
 *
 * @param folder null: bytes are stored in the database
 */
export function createContentStore(db: Connection, folder: ContentFolder | null) {
  const model = db.model('CreativeContent', schema);

  async function bytesOf({ _id, bytes, file }: StoredContent): Promise<Buffer> {
    if (bytes) return bufferOf(bytes);
    if (!folder || file === undefined)
      throw new Error(`the content ${_id} is in a file: ADGATE_CONTENT_DIR must be set`);
    return folder.read(_id, file);
  }

  /** Writes files for those contents that are not there; those that are will not expire while it does so. */
  async function writeMissing(
    into: ContentFolder,
    contents: ReadonlyMap<string, Uint8Array>,
    expiresAt: Date,
  ): Promise<readonly StoredContent[]> {
    const filter = { _id: { $in: [...contents.keys()] } };
    await model.updateMany(filter, { $max: { expiresAt } });
    const found = await model.find(filter, { _id: 1 }).lean<StoredContent[]>();
    const known = new Set(found.map(({ _id }) => _id));
    const written: StoredContent[] = [];
    for (const [_id, bytes] of contents)
      if (!known.has(_id)) written.push({ _id, file: await into.write(bytes) });
    return written;
  }

  return {
    models: [model],

    /**
     * Stores bytes until a time; those that are there are kept at least as long. One write to the database, whatever
     * their number.
     */
    async put(contents: readonly Uint8Array[], expiresAt: Date = never): Promise<void> {
      const byId = new Map(contents.map((bytes) => [digestOf(bytes), bytes]));
      const added: readonly StoredContent[] = folder
        ? await writeMissing(folder, byId, expiresAt)
        : Array.from(byId, ([_id, bytes]) => ({ _id, bytes: Buffer.from(bytes) }));
      if (added.length === 0) return;
      const inserted = await bulkUpsertRacing(
        model,
        added.map(({ _id, ...stored }) => ({
          updateOne: {
            filter: { _id },
            update: { $setOnInsert: stored, $max: { expiresAt } },
            upsert: true,
          },
        })),
      );
      // Somebody was faster with these.
      for (const [at, { file }] of added.entries())
        if (file !== undefined && !inserted.has(at)) await folder?.remove(file);
    },

    /** Keeps contents for good; returns how many of them are there. */
    async keep(ids: readonly string[]): Promise<number> {
      const { matchedCount } = await model.updateMany(
        { _id: { $in: ids } },
        { $max: { expiresAt: never } },
      );
      return matchedCount;
    },

    /** Lets contents that are kept for good expire. */
    async expire(ids: readonly string[], expiresAt: Date): Promise<void> {
      await model.updateMany({ _id: { $in: ids }, expiresAt: never }, { $set: { expiresAt } });
    },

    /** All of them, in the order of their ids, some at once. */
    async *listIds(): AsyncGenerator<readonly { readonly id: string; readonly isKept: boolean }[]> {
      for (let after = ''; ; ) {
        const found = await model
          .find({ _id: { $gt: after } }, { expiresAt: 1 })
          .sort({ _id: 1 })
          .limit(batchSize)
          .lean<Pick<ContentDocument, '_id' | 'expiresAt'>[]>();
        yield found.map(({ _id, expiresAt }) => ({ id: _id, isKept: +expiresAt === +never }));
        const last = found.at(-1);
        if (!last || found.length < batchSize) return;
        after = last._id;
      }
    },

    async find(id: string): Promise<Buffer | null> {
      const found = await model.findById(id).lean<ContentDocument>();
      return found && bytesOf(found);
    },

    /** By their ids; those that are not there are left out. */
    async listByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
      if (ids.length === 0) return new Map();
      const found = await model.find({ _id: { $in: ids } }).lean<ContentDocument[]>();
      return new Map(
        await Promise.all(
          found.map(async (content) => [content._id, await bytesOf(content)] as const),
        ),
      );
    },

    /**
     * Removes files that no content names: of those that have expired, and of writings that did not end.
     *
     * @param before files written after it are left alone: their contents may be about to be stored
     * @param signal ends the removal early when it is aborted
     * @returns how many were removed.
     */
    async removeUnusedFiles(before: Date, signal: AbortSignal): Promise<number> {
      let removedCount = 0;
      for await (const files of folder?.listOld(before) ?? []) {
        if (signal.aborted) break;
        const found = await model
          .find({ _id: { $in: files.map(({ id }) => id) } }, { file: 1 })
          .lean<StoredContent[]>();
        const named = new Set(found.map(({ file }) => file));
        for (const { name } of files.filter((file) => !named.has(file.name))) {
          await folder?.remove(name);
          removedCount += 1;
        }
      }
      return removedCount;
    },
  };
}
