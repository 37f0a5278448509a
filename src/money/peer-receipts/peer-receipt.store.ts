import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { AllParams } from '../../platform/lists/all';
import { readNewest } from '../../platform/lists/list.store';
import {
  type BookedDetails,
  type LineOutcome,
  longestPauseMs,
  nothingBooked,
  nothingTold,
  openStates,
  type PeerReceipt,
  type ReceiptPart,
  type ReceiptState,
  type ToldDetails,
} from './peer-receipt';

interface ReceiptDocument
  extends Omit<PeerReceipt, 'id' | 'depositId' | 'told' | 'booked' | 'removal'> {
  readonly _id: string;
  /** Absent: null. */
  readonly removal?: PeerReceipt['removal'];
  /** Absent members: nothing was boosted. */
  readonly told: Omit<ToldDetails, 'boosts'> & Partial<ToldDetails>;
  readonly booked: Pick<BookedDetails, 'parts' | 'amount' | 'credited'> & Partial<BookedDetails>;
  /** Absent: its own id. */
  readonly depositId?: string;
}

interface PartDocument extends Pick<ReceiptPart, 'lines'> {
  /** The receipt, and the number of the part. */
  readonly _id: string;
  /** Members of boosts are absent where there is none. */
  readonly outcomes:
    | readonly (Omit<LineOutcome, 'boost' | 'boostFee'> & Partial<LineOutcome>)[]
    | null;
}

/** Lists of an operator go by it; null: all. */
export interface ReceiptFilter {
  readonly peer: string | null;
  readonly state: ReceiptState | null;
}

type Changes = Partial<Omit<PeerReceipt, 'id' | 'peer' | 'amount' | 'receivedAt'>>;

const toldPaths = {
  _id: false,
  meta: { type: { _id: false, allocation: BigInt, boost: BigInt, events: BigInt }, default: null },
  ...{ offset: Number, pages: Number, parts: Number, lines: Number },
  ...{ sum: BigInt, leftOut: Number, boosts: Number },
};
const bookedPaths = {
  ...{ _id: false, parts: Number, amount: BigInt, credited: BigInt },
  ...{ boostedParts: Number, boost: BigInt },
};

const reversedOnes = { isReversed: true } as const;

const schema = new Schema<ReceiptDocument>(
  {
    _id: String,
    depositId: String,
    peer: String,
    transactionId: String,
    amount: BigInt,
    state: String,
    receivedAt: Date,
    isReversed: Boolean,
    reversals: Number,
    nextAt: Date,
    problem: String,
    told: toldPaths,
    booked: bookedPaths,
    endedAt: Date,
    removal: String,
  } satisfies Record<keyof ReceiptDocument, unknown>,
  { versionKey: false, collection: 'peerReceipts' },
)
  .index({ nextAt: 1 }, { partialFilterExpression: { nextAt: { $type: 'date' } } })
  .index({ receivedAt: -1, _id: -1 })
  .index({ peer: 1, receivedAt: -1, _id: -1 })
  .index({ state: 1, receivedAt: -1, _id: -1 })
  .index({ peer: 1, state: 1, receivedAt: -1, _id: -1 })
  .index({ removal: 1, endedAt: 1 })
  .index({ isReversed: 1 }, { partialFilterExpression: reversedOnes });

const line = { _id: false, caseId: String, value: BigInt };
const outcome = {
  ...{ _id: false, eventId: String, booked: BigInt, supplyFee: BigInt },
  ...{ boost: BigInt, boostFee: BigInt },
};
const partSchema = new Schema<PartDocument>(
  {
    _id: String,
    lines: [line],
    outcomes: { type: [outcome], default: null },
  } satisfies Record<keyof PartDocument, unknown>,
  { versionKey: false, collection: 'peerReceiptParts' },
);

/** Receipts of one server may be as many, and more: those of others are read behind them. */
const readAtOnce = 500;

const digits = 6;
const partIdOf = (receiptId: string, number: number): string =>
  `${receiptId}:${String(number).padStart(digits, '0')}`;

/** Payments of other servers, with what they say that these are for. */
export function createPeerReceiptStore(db: Connection) {
  const model = db.model('PeerReceipt', schema);
  const parts = db.model('PeerReceiptPart', partSchema);
  const storedParts = nativeCollection<PartDocument>(parts);
  return {
    models: [model, parts],

    async insert({ id, ...receipt }: PeerReceipt, session: DatabaseSession): Promise<void> {
      await model.insertMany([{ _id: id, ...receipt }], { session });
    },

    async find(id: string, session?: DatabaseSession): Promise<PeerReceipt | null> {
      const found = await model.findById(id, null, session && { session }).lean<ReceiptDocument>();
      return found && toReceipt(found);
    },

    /** Those with something to be done by now, of each server so many, the longest due first. */
    async listDue(
      now: Date,
      mostOfPeer: number,
      filter: { readonly state?: ReceiptState } = {},
    ): Promise<readonly PeerReceipt[]> {
      const latest = new Date(now.getTime() + longestPauseMs);
      const isOpen = { state: { $in: openStates }, isReversed: false };
      const isDue = { $or: [{ nextAt: { $lte: now } }, { nextAt: { $gt: latest } }] };
      const due: PeerReceipt[] = [];
      const seen = new Set<string>();
      for (;;) {
        const found = await model
          .find({ ...isDue, ...isOpen, peer: { $nin: [...seen] }, ...filter })
          .sort({ nextAt: 1 })
          .limit(readAtOnce)
          .read('primary')
          .lean<ReceiptDocument[]>();
        for (const [peer, ofPeer] of Map.groupBy(found, (one) => one.peer)) {
          seen.add(peer);
          due.push(...ofPeer.slice(0, mostOfPeer).map(toReceipt));
        }
        if (found.length < readAtOnce) return due;
      }
    },

    /** Those whose servers are asked still, of before a time; the oldest first. */
    async listReceivedBefore(time: Date, limit: number): Promise<readonly PeerReceipt[]> {
      const found = await model
        .find({ state: 'received', receivedAt: { $lte: time }, isReversed: false })
        .sort({ receivedAt: 1 })
        .limit(limit)
        .read('primary')
        .lean<ReceiptDocument[]>();
      return found.map(toReceipt);
    },

    /** Those that no block has, and of which something is booked. */
    async listToTakeBack(limit: number): Promise<readonly PeerReceipt[]> {
      const isBooked = [{ 'booked.amount': { $gt: 0n } }, { 'booked.parts': { $gt: 0 } }];
      const found = await model
        .find({ ...reversedOnes, state: { $ne: 'assigned' }, $or: isBooked })
        .limit(limit)
        .read('primary')
        .lean<ReceiptDocument[]>();
      return found.map(toReceipt);
    },

    /** The newest first. */
    async listAll(filter: ReceiptFilter, page: AllParams): Promise<readonly PeerReceipt[]> {
      const of = { filter, time: 'receivedAt' } as const;
      return (await readNewest<ReceiptDocument>(model, of, page)).map(toReceipt);
    },

    /** Those that wait for an operator's word. */
    countUnexplained: (): Promise<number> =>
      model.countDocuments({ state: 'unexplained', isReversed: false }),

    /** Changes one that is as it is given. @returns whether it was. */
    async change(
      { id, state, told, booked, isReversed }: PeerReceipt,
      changes: Changes,
      session?: DatabaseSession,
    ): Promise<boolean> {
      const before = {
        ...{ _id: id, state, isReversed },
        ...{ 'told.pages': told.pages, 'booked.parts': booked.parts },
      };
      const options = session && { session };
      return (await model.updateOne(before, { $set: changes }, options)).matchedCount === 1;
    },

    /** Stores parts from a number on, in the place of any that stand there. */
    async putParts(
      id: string,
      { from, put }: { readonly from: number; readonly put: readonly ReceiptPart['lines'][] },
      session: DatabaseSession,
    ): Promise<void> {
      if (put.length === 0) return;
      await storedParts.bulkWrite(
        put.map((lines, at) => {
          const _id = partIdOf(id, from + at);
          const replacement = { _id, lines, outcomes: null };
          return { replaceOne: { filter: { _id }, replacement, upsert: true } };
        }),
        { session },
      );
    },

    /** null: it is not stored. */
    async findPart(
      id: string,
      number: number,
      session?: DatabaseSession,
    ): Promise<ReceiptPart | null> {
      const options = session && { session };
      const found = await storedParts.findOne({ _id: partIdOf(id, number) }, options);
      const outcomes = found?.outcomes?.map((one) => ({ ...noBoost, ...one })) ?? null;
      return found && { number, lines: found.lines, outcomes };
    },

    /** Those that ended between two times, and whose lines are kept still; the ones that ended first. */
    async listEnded(
      { after, before }: { readonly after: Date | null; readonly before: Date },
      limit: number,
    ): Promise<readonly PeerReceipt[]> {
      const endedAt = { ...(after && { $gt: after }), $lt: before };
      const found = await model
        .find({ removal: { $in: [null, 'begun'] }, endedAt, isReversed: false })
        .sort({ endedAt: 1 })
        .limit(limit)
        .read('primary')
        .lean<ReceiptDocument[]>();
      return found.map(toReceipt);
    },

    /** Does no harm twice. */
    async removeParts(
      id: string,
      { from, before }: { readonly from: number; readonly before: number },
    ): Promise<void> {
      const ids = Array.from({ length: before - from }, (_, at) => partIdOf(id, from + at));
      await storedParts.deleteMany({ _id: { $in: ids } });
    },

    async noteOutcomes(
      id: string,
      { number, outcomes }: Pick<ReceiptPart, 'number' | 'outcomes'>,
      session: DatabaseSession,
    ): Promise<void> {
      await storedParts.updateOne(
        { _id: partIdOf(id, number) },
        { $set: { outcomes: outcomes && outcomes.map(toStoredOutcome) } },
        { session },
      );
    },

    /** Coins that are in `clearing:peers`: 10^-11. */
    async sumUnbooked(session: DatabaseSession): Promise<Amount> {
      let sum = 0n;
      const found = nativeCollection<ReceiptDocument>(model).find(
        {},
        { projection: { amount: 1, isReversed: 1, booked: 1 }, session },
      );
      for await (const { amount, isReversed, booked: of } of found)
        sum += (isReversed ? 0n : amount) - of.amount;
      return sum;
    },

    /** Coins that servers have paid, 10^-11, by their addresses: without what no block has, and without deposits. */
    async sumReceived(session: DatabaseSession): Promise<ReadonlyMap<string, Amount>> {
      const sums = new Map<string, Amount>();
      const found = nativeCollection<ReceiptDocument>(model).find(
        { isReversed: false, state: { $ne: 'assigned' } },
        { projection: { peer: 1, amount: 1 }, session },
      );
      for await (const { peer, amount } of found) sums.set(peer, (sums.get(peer) ?? 0n) + amount);
      return sums;
    },
  };
}

function toReceipt({ _id, ...rest }: ReceiptDocument): PeerReceipt {
  const told = { ...nothingTold, ...rest.told };
  const booked = { ...nothingBooked, ...rest.booked };
  return { depositId: _id, removal: null, ...rest, id: _id, told, booked };
}

const noBoost = { boost: 0n, boostFee: 0n };

function toStoredOutcome({ boost, boostFee, ...outcome }: LineOutcome) {
  return { ...outcome, ...(boost > 0n && { boost, boostFee }) };
}
