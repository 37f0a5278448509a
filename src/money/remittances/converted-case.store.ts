import { type Connection, Schema } from 'mongoose';
import type { Amount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';

/** The part of an accepted conversion that a case of another server has earned. */
export interface ConvertedCaseEarning {
  /** The conversion, and the number of the case in it. */
  readonly id: string;
  /** The server's account here: see `peerAccountIdOf`. */
  readonly publisherId: string;
  readonly caseId: string;
  /** The case as the server told it first. */
  readonly cid: string;
  /** Unit: 10^-11 coins. */
  readonly revenue: Amount;
  /** Its hour pays. */
  readonly occurredAt: Date;
}

export interface ConvertedCaseDocument extends Omit<ConvertedCaseEarning, 'id'> {
  readonly _id: string;
  /** Absent: no remittance tells it yet. */
  readonly remittanceId?: string;
}

export const convertedCases = 'peerConvertedCases';

const schema = new Schema<ConvertedCaseDocument>(
  {
    _id: String,
    publisherId: String,
    caseId: String,
    cid: String,
    revenue: BigInt,
    occurredAt: Date,
    remittanceId: String,
  } satisfies Record<keyof ConvertedCaseDocument, unknown>,
  { versionKey: false, collection: convertedCases },
).index({ publisherId: 1, remittanceId: 1, caseId: 1, _id: 1 });

/** Cases of other servers that have converted: one document each, as a conversion may be of several servers. */
export function createConvertedCaseStore(db: Connection) {
  const model = db.model('PeerConvertedCase', schema);
  return {
    models: [model],

    /** @param session of the transaction that gives the verdicts */
    async insert(
      earnings: readonly ConvertedCaseEarning[],
      session: DatabaseSession,
    ): Promise<void> {
      if (earnings.length === 0) return;
      await nativeCollection<ConvertedCaseDocument>(model).insertMany(
        earnings.map(({ id, ...rest }) => ({ _id: id, ...rest })),
        { session },
      );
    },
  };
}
