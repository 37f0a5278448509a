import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { ChainPosition } from '../../platform/ledger/ledger-client';
import { isDuplicateKey } from '../../validation';

/** The state that all settlers share. */
export interface Settlement {
  /** Why nothing new is prepared; null: it goes on. */
  readonly pausedReason: string | null;
  readonly pausedAt: Date | null;
  /** Where the chain of the paying account stood when it was looked at last; null: nobody has looked. */
  readonly position: ChainPosition | null;
  readonly positionAt: Date | null;
  /** The day (UTC) that payments were last prepared on: `2026-11-22`. */
  readonly day: string | null;
  /** Unit: 10^-11 coins; prepared on that day. */
  readonly dayAmount: Amount;
  /** Hours before it are final: it only grows; null: nobody has looked. */
  readonly finalUntil: Date | null;
  /** Why not all that is due can be paid, as the last turn found it: too little money, or a limit; null: all can. */
  readonly problem: string | null;
  /** Since when it has been that problem; null: there is none, or it was not kept. */
  readonly problemAt: Date | null;
  /** Why the last turn has failed; null: it has not. */
  readonly failure: TurnFailure | null;
  /** When young payments were last looked at again that the ledger had confirmed; null: never. */
  readonly confirmedLookedAt: Date | null;
  /** Payments that the chain is past, and that nothing on the ledger decides; null: none. */
  readonly undecided: SettlementTrouble | null;
  /** Payments that are sent again, as the blocks that had them were replaced; null: none. */
  readonly replacedPayments: SettlementTrouble | null;
  /** Deposits that were taken back for that, and have not come again; null: none. */
  readonly replacedDeposits: SettlementTrouble | null;
  /** Claims of addresses that were shown by blocks that were replaced; null: none. */
  readonly replacedClaims: SettlementTrouble | null;
}

/** Something that an operator is told of. */
export interface SettlementTrouble {
  readonly text: string;
  readonly since: Date;
}

/** `since` is of the first turn of those in a row that failed; `text` is of the last one. */
export interface TurnFailure extends SettlementTrouble {
  /** The ledger did not answer, the account's chain is not as it is known, or anything else. */
  readonly kind: 'ledger' | 'chain' | 'other';
}

interface SettlementDocument extends Partial<Settlement> {
  readonly _id: string;
  /** The number of the turn that may write: grows with each. */
  readonly fence: number;
  /** Two transactions of one turn, or of two, meet here. */
  readonly writes: number;
}

/** Another settler has the turn: whatever it was, it is not written. */
export class TurnLostError extends Error {
  override readonly name = 'TurnLostError';
}

const textAndSince = { text: String, since: Date };
const failure = { type: { _id: false, kind: String, ...textAndSince }, default: undefined };
const trouble = { type: { _id: false, ...textAndSince }, default: undefined };
const position = { type: { _id: false, messageId: Number, hash: String }, default: undefined };

const schema = new Schema<SettlementDocument>(
  {
    _id: String,
    fence: Number,
    writes: Number,
    pausedReason: String,
    pausedAt: Date,
    position,
    positionAt: Date,
    day: String,
    dayAmount: BigInt,
    finalUntil: Date,
    problem: String,
    problemAt: Date,
    failure,
    undecided: trouble,
    replacedPayments: trouble,
    replacedDeposits: trouble,
    replacedClaims: trouble,
    confirmedLookedAt: Date,
  } satisfies Record<keyof SettlementDocument, unknown>,
  { versionKey: false, collection: 'settlements' },
);

const id = 'settlement';
const none: Settlement = {
  pausedReason: null,
  pausedAt: null,
  position: null,
  positionAt: null,
  day: null,
  dayAmount: 0n,
  finalUntil: null,
  problem: null,
  problemAt: null,
  failure: null,
  undecided: null,
  replacedPayments: null,
  replacedDeposits: null,
  replacedClaims: null,
  confirmedLookedAt: null,
};

export function createSettlementStore(db: Connection) {
  const model = db.model('Settlement', schema);
  return {
    models: [model],

    /** @throws {TurnLostError} when a later turn has begun. */
    async beginTurn(fence: number): Promise<void> {
      try {
        await model.updateOne(
          { _id: id, fence: { $lte: fence } },
          { $set: { fence }, $inc: { writes: 1 } },
          { upsert: true, writeConcern: { w: 'majority', journal: true } },
        );
      } catch (error) {
        if (isDuplicateKey(error)) throw new TurnLostError('a later turn has begun');
        throw error;
      }
    },

    /**
     * Makes a transaction one of a turn: it is stored only if no later turn has begun.
     *
     * @returns the state after the changes
     * @throws {TurnLostError}
     */
    async change(
      fence: number,
      changes: Partial<Settlement>,
      session: DatabaseSession,
    ): Promise<Settlement> {
      const update = { $set: changes, $inc: { writes: 1 } };
      const found = await model
        .findOneAndUpdate({ _id: id, fence }, update, { session, returnDocument: 'after' })
        .lean<SettlementDocument>();
      if (!found) throw new TurnLostError('a later turn has begun');
      return toSettlement(found);
    },

    async get(): Promise<Settlement> {
      const found = await model.findById(id).read('primary').lean<SettlementDocument>();
      return found ? toSettlement(found) : none;
    },

    /** For an operator, whoever has the turn. */
    async set(changes: Partial<Settlement>): Promise<void> {
      await model.updateOne(
        { _id: id },
        { $set: changes, $inc: { writes: 1 }, $setOnInsert: { fence: 0 } },
        { upsert: true, writeConcern: { w: 'majority', journal: true } },
      );
    },
  };
}

function toSettlement(found: SettlementDocument): Settlement {
  return {
    pausedReason: found.pausedReason ?? null,
    pausedAt: found.pausedAt ?? null,
    position: found.position ?? null,
    positionAt: found.positionAt ?? null,
    day: found.day ?? null,
    dayAmount: found.dayAmount ?? 0n,
    finalUntil: found.finalUntil ?? null,
    problem: found.problem ?? null,
    problemAt: found.problemAt ?? null,
    failure: found.failure ?? null,
    undecided: found.undecided ?? null,
    replacedPayments: found.replacedPayments ?? null,
    replacedDeposits: found.replacedDeposits ?? null,
    replacedClaims: found.replacedClaims ?? null,
    confirmedLookedAt: found.confirmedLookedAt ?? null,
  };
}
