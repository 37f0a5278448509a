import { type Connection, type mongo, Schema } from 'mongoose';
import { isDuplicateKey } from '../validation';
import type { RecordedConversion } from './recorded-conversion';

interface RecordedConversionDocument extends Omit<RecordedConversion, 'id'> {
  readonly _id: string;
  /** What no two records may have in common: each case of a conversion that does not repeat. */
  readonly claims?: readonly string[];
  /** The nonce of a signed request; unset once it may be used again. */
  readonly nonceKey?: string;
}

/** What must not have been recorded before. */
export interface Uniqueness {
  /** Absent for a conversion that repeats. */
  readonly claims?: readonly string[];
  /** Absent for what is not signed. */
  readonly nonceKey?: string;
  /** From here on a nonce is taken. */
  readonly nonceSince: Date;
}

export type RecordedConversionStore = ReturnType<typeof createRecordedConversionStore>;

/** Acknowledged only when it would survive the loss of a server. */
const writeConcern = { w: 'majority', journal: true } as const;

const schema = new Schema<RecordedConversionDocument>(
  {
    _id: String,
    conversionId: { type: String, default: null },
    campaignId: String,
    advertiserId: String,
    limitType: String,
    cases: [
      {
        _id: false,
        caseId: String,
        eventId: String,
        publisherId: String,
        siteId: String,
        placementId: String,
        creativeId: String,
        value: BigInt,
      },
    ],
    occurredAt: Date,
    claims: { type: [String], default: undefined },
    nonceKey: String,
  },
  { versionKey: false, collection: 'recordedConversions' },
)
  .index({ claims: 1 }, { unique: true, sparse: true })
  .index({ nonceKey: 1 }, { unique: true, sparse: true })
  .index({ campaignId: 1, occurredAt: 1 });

export function createRecordedConversionStore(db: Connection) {
  const model = db.model('RecordedConversion', schema);

  async function insertOnce(
    document: RecordedConversionDocument,
  ): Promise<'claims' | 'nonce' | null> {
    try {
      await model.collection.insertOne(document as unknown as mongo.BSON.Document, {
        writeConcern,
      });
      return null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { nonceKey } = document;
      const isNonce = nonceKey !== undefined && (await model.exists({ nonceKey })) !== null;
      return isNonce ? 'nonce' : 'claims';
    }
  }

  return {
    models: [model],

    /**
     * Records a conversion durably, unless its nonce or one of its claims is taken: of racing copies one is recorded.
     *
     * @returns what was taken; null when it is recorded.
     */
    async insert(
      { id, ...rest }: RecordedConversion,
      { claims, nonceKey, nonceSince }: Uniqueness,
    ): Promise<'claims' | 'nonce' | null> {
      const document = {
        _id: id,
        ...rest,
        ...(claims && { claims }),
        ...(nonceKey !== undefined && { nonceKey }),
      };
      const taken = await insertOnce(document);
      if (taken !== 'nonce' || nonceKey === undefined) return taken;
      const freed = await model.updateOne(
        { nonceKey, occurredAt: { $lt: nonceSince } },
        { $unset: { nonceKey: true } },
      );
      return freed.modifiedCount === 1 ? insertOnce(document) : 'nonce';
    },
  };
}
