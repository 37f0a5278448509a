import { type Connection, Schema } from 'mongoose';
import { inOneReply } from '../../../platform/database/one-reply';
import { bulkUpsertRacing, upsertRacing } from '../../../platform/database/upsert';
import type { KeptTransaction, LogReading } from './kept-transaction';

interface TransactionDocument extends Omit<KeptTransaction, 'id' | 'wires' | 'block'> {
  readonly _id: string;
  /** Absent: it was received. */
  readonly wires?: KeptTransaction['wires'];
  /** Absent: null. */
  readonly block?: KeptTransaction['block'];
}

interface ReadingDocument extends LogReading {
  /** The server's account. */
  readonly _id: string;
}

/** A sent one without the list of whom it has paid. */
export type SentTotal = Pick<KeptTransaction, 'transactionId' | 'amount' | 'word'> & {
  readonly messageId: number;
};

const schema = new Schema<TransactionDocument>(
  {
    _id: String,
    ledgerAddress: String,
    direction: String,
    transactionId: String,
    time: Date,
    word: String,
    messageId: Number,
    sender: String,
    amount: BigInt,
    wires: { type: [{ _id: false, address: String, amount: BigInt }], default: undefined },
    message: String,
    signature: String,
    block: Date,
  } satisfies Record<keyof TransactionDocument, unknown>,
  { versionKey: false, collection: 'ledgerTransactions' },
)
  .index({ ledgerAddress: 1, direction: 1, transactionId: 1 })
  .index({ ledgerAddress: 1, messageId: 1, time: 1, _id: 1 })
  .index({ ledgerAddress: 1, word: 1, time: 1 })
  .index({ ledgerAddress: 1, block: -1 });

const readingSchema = new Schema<ReadingDocument>(
  { _id: String, begin: Date, readTo: Date } satisfies Record<keyof ReadingDocument, unknown>,
  { versionKey: false, collection: 'ledgerReadings' },
);

const unclosed: readonly KeptTransaction['word'][] = ['open', 'refused'];

/**
 * Stores the entries read from the log of the server's account, which its node shortens. Nothing removes a transaction.
 */
export function createKeptLogStore(db: Connection) {
  const model = db.model('LedgerTransaction', schema);
  const readings = db.model('LedgerReading', readingSchema);
  return {
    models: [model, readings],

    async findReading(ledgerAddress: string): Promise<LogReading | null> {
      const found = await readings.findById(ledgerAddress).read('primary').lean<ReadingDocument>();
      return found && { begin: found.begin, readTo: found.readTo ?? null };
    },

    /** Two that read at once store what they have read before this: either says what is true. */
    async noteReading(ledgerAddress: string, reading: LogReading): Promise<void> {
      await upsertRacing(() =>
        readings.updateOne({ _id: ledgerAddress }, { $set: reading }, { upsert: true }),
      );
    },

    /** Keeps those that are new, and the word of the ledger on those that were open. */
    async keep(transactions: readonly KeptTransaction[]): Promise<void> {
      if (transactions.length === 0) return;
      const operations = transactions.map((one) => {
        const { id, word, amount, wires, signature, block, ...rest } = one;
        const words = { word, amount, wires, signature, block };
        const update = { $set: words, $setOnInsert: rest };
        return { updateOne: { filter: { _id: id }, update, upsert: true } };
      });
      await bulkUpsertRacing(model, operations);
    },

    async listByIds(ids: readonly string[]): Promise<readonly KeptTransaction[]> {
      const found = await model
        .find({ _id: { $in: ids } }, null, inOneReply(ids.length))
        .read('primary')
        .lean<TransactionDocument[]>();
      return found.map(toTransaction);
    },

    /** Lists transactions that were seen in no closed block, the newest first. */
    async listUnclosed(ledgerAddress: string, limit: number): Promise<readonly KeptTransaction[]> {
      const found = await model
        .find({ ledgerAddress, word: { $in: unclosed } })
        .sort({ time: -1 })
        .limit(limit)
        .lean<TransactionDocument[]>();
      return found.map(toTransaction);
    },

    /** Lists transactions of closed blocks that began since a time, the newest first. */
    async listInBlocksSince(
      ledgerAddress: string,
      { since, limit }: { readonly since: Date; readonly limit: number },
    ): Promise<readonly KeptTransaction[]> {
      const found = await model
        .find({ ledgerAddress, block: { $gte: since }, word: 'closed' })
        .sort({ block: -1 })
        .limit(limit)
        .lean<TransactionDocument[]>();
      return found.map(toTransaction);
    },

    /** Everything that came in by ids of transactions. */
    async listReceivedBy(
      ledgerAddress: string,
      transactionIds: readonly string[],
    ): Promise<readonly KeptTransaction[]> {
      const of = { ledgerAddress, direction: 'received' as const };
      const found = await model
        .find({ ...of, transactionId: { $in: transactionIds } })
        .read('primary')
        .lean<TransactionDocument[]>();
      return found.map(toTransaction);
    },

    /**
     * Lists transfers to the account, as closed blocks have them, by ids of transactions: `limit` of them, and all others of the
     * last id.
     * @param afterId the last id before; '': none
     */
    async listReceived(
      ledgerAddress: string,
      afterId: string,
      limit: number,
    ): Promise<readonly KeptTransaction[]> {
      const of = { ledgerAddress, direction: 'received' as const, word: 'closed' as const };
      const found = await model
        .find({ ...of, transactionId: { $gt: afterId } })
        .sort({ transactionId: 1 })
        .limit(limit)
        .lean<TransactionDocument[]>();
      const lastId = found.at(-1)?.transactionId;
      if (found.length < limit || lastId === undefined) return found.map(toTransaction);
      const before = found.filter(({ transactionId }) => transactionId !== lastId);
      const ofLast = await model
        .find({ ...of, transactionId: lastId })
        .lean<TransactionDocument[]>();
      return [...before, ...ofLast].map(toTransaction);
    },

    /** Everything that was sent by one number of the account's chain, the first to be logged first. */
    async listOfNumber(
      ledgerAddress: string,
      messageId: number,
    ): Promise<readonly KeptTransaction[]> {
      const found = await model
        .find({ ledgerAddress, messageId })
        .sort({ time: 1, _id: 1 })
        .lean<TransactionDocument[]>();
      return found.map(toTransaction);
    },

    /** The lowest number of what was sent from a time on; null: nothing was. */
    async findFirstNumber(ledgerAddress: string, from: Date): Promise<number | null> {
      const found = await model
        .findOne(
          { ledgerAddress, messageId: { $ne: null }, time: { $gte: from } },
          { messageId: 1 },
        )
        .sort({ messageId: 1 })
        .lean<Pick<TransactionDocument, 'messageId'>>();
      return found?.messageId ?? null;
    },

    /**
     * Streams transactions that were sent with this number or a higher number, in the order of numbers, then as they
     * were logged.
     */
    streamSent: (ledgerAddress: string, fromNumber: number): AsyncIterable<SentTotal> =>
      model
        .find(
          { ledgerAddress, messageId: { $gte: fromNumber } },
          { messageId: 1, transactionId: 1, amount: 1, word: 1 },
        )
        .sort({ messageId: 1, time: 1, _id: 1 })
        .lean<SentTotal[]>()
        .cursor(),
  };
}

function toTransaction({ _id, ...rest }: TransactionDocument): KeptTransaction {
  return {
    ...rest,
    id: _id,
    messageId: rest.messageId ?? null,
    wires: rest.wires ?? [],
    message: rest.message ?? null,
    signature: rest.signature ?? null,
    block: rest.block ?? null,
  };
}
