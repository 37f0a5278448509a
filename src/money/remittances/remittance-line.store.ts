import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { RemittanceLine } from './remittance';
import { daySeconds } from '../../time';

/** Lines that are stored, and read, together: a document for each would cost a page of 5,000 most of its time. */
export const linesOfBlock = 1_000;

interface BlockDocument {
  /** The remittance, and the number of the block from 0: lists go by it. */
  readonly _id: string;
  /** Of each line its case, a blank and its 10^-11 coins; newlines between them. */
  readonly text: string;
  readonly writtenAt: Date;
}

/** Details are told for 90 days after their payment is confirmed. While that takes over a day, see `keepLines`. */
const keptSeconds = 100 * daySeconds;

const schema = new Schema<BlockDocument>(
  { _id: String, text: String, writtenAt: Date } satisfies Record<keyof BlockDocument, unknown>,
  { versionKey: false, collection: 'remittanceLines' },
).index({ writtenAt: 1 }, { expireAfterSeconds: keptSeconds });

const digits = 6;
const lastBlock = 10 ** digits - 1;
const blockIdOf = (remittanceId: string, block: number): string =>
  `${remittanceId}:${String(Math.min(block, lastBlock)).padStart(digits, '0')}`;

/** The details of payments to other servers, line by line. */
export function createRemittanceLineStore(db: Connection) {
  const model = db.model('RemittanceLine', schema);
  return {
    models: [model],

    /** Writes the lines of a block, in the place of those that stand there. @param from a multiple of `linesOfBlock` */
    async putLines(
      id: string,
      { from, put, writtenAt }: LinesToPut,
      session?: DatabaseSession,
    ): Promise<void> {
      if (put.length === 0) return;
      if (from % linesOfBlock !== 0 || put.length > linesOfBlock)
        throw new Error(`lines ${from} to ${from + put.length} are no block`);
      const text = put.map(({ cid, value }) => `${cid} ${value}`).join('\n');
      const _id = blockIdOf(id, from / linesOfBlock);
      await model.replaceOne(
        { _id },
        { _id, text, writtenAt },
        { upsert: true, ...(session && { session }) },
      );
    },

    /** Removes the blocks behind so many lines. */
    async removeLines(id: string, count: number, session?: DatabaseSession): Promise<void> {
      const first = blockIdOf(id, Math.ceil(count / linesOfBlock));
      const behind = { _id: { $gte: first, $lte: blockIdOf(id, lastBlock) } };
      await model.deleteMany(behind, session && { session });
    },

    /** Keeps all lines as if they had been written at a time. */
    async keepLines(id: string, writtenAt: Date): Promise<void> {
      const all = { _id: { $gte: blockIdOf(id, 0), $lte: blockIdOf(id, lastBlock) } };
      await model.updateMany(all, { $set: { writtenAt } });
    },

    /** A page of lines, in their order. */
    async listLines(
      id: string,
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): Promise<readonly RemittanceLine[]> {
      if (limit === 0) return [];
      const first = Math.floor(offset / linesOfBlock);
      const last = Math.floor((offset + limit - 1) / linesOfBlock);
      if (first > lastBlock) return [];
      const blocks = await model
        .find({ _id: { $gte: blockIdOf(id, first), $lte: blockIdOf(id, last) } }, { text: 1 })
        .sort({ _id: 1 })
        .lean<Pick<BlockDocument, 'text'>[]>();
      const before = offset - first * linesOfBlock;
      return blocks
        .flatMap(({ text }) => text.split('\n'))
        .slice(before, before + limit)
        .map(toLine);
    },
  };
}

interface LinesToPut {
  readonly from: number;
  readonly put: readonly RemittanceLine[];
  readonly writtenAt: Date;
}

function toLine(text: string): RemittanceLine {
  const blank = text.indexOf(' ');
  return { cid: text.slice(0, blank), value: BigInt(text.slice(blank + 1)) };
}
