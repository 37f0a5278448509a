import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import { partitionOf } from '../events/event';
import { isOpen } from '../events/event-document';
import { convertibleForMs, type RecordedConversion } from './recorded-conversion';

export interface RecordedConversionDocument extends Omit<RecordedConversion, 'id'> {
  readonly _id: string;
  /** Until it has a verdict: its advertiser's part of the work, from 0 to 15. */
  readonly partition?: number;
  /** Until it has a verdict: when to verify it. */
  readonly verifyAt?: Date;
  /** The finding of the verification: `Verdict` of money/verification. */
  readonly verdict?: object;
  /** Its finding before that. */
  readonly previousVerdicts?: readonly object[];
}

/** That something is taken, until a time. */
interface TakenDocument {
  readonly _id: string;
  readonly expiresAt: Date;
}

/** Keys that must not have been recorded before. */
export interface Uniqueness {
  /** Keys that no two records may share: one for each case of a conversion that does not repeat. */
  readonly claims: readonly string[];
  /** The nonce of a signed request, and until when it is taken; null: the request is not signed. */
  readonly nonce: { readonly key: string; readonly expiresAt: Date } | null;
}

export type RecordedConversionStore = ReturnType<typeof createRecordedConversionStore>;

/** How long claims and nonces are kept beyond their time: clocks differ, and the database's may be ahead. */
const keptSeconds = 3600;

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
        laterViewIds: { type: [String], default: undefined },
        publisherId: String,
        siteId: String,
        placementId: String,
        creativeId: String,
        value: BigInt,
        peer: Schema.Types.Mixed,
      },
    ],
    occurredAt: Date,
    evidence: String,
    dailyLimit: Number,
    remoteAddress: String,
    partition: Number,
    verifyAt: Date,
    verdict: Schema.Types.Mixed,
    previousVerdicts: [Schema.Types.Mixed],
  } satisfies Record<keyof RecordedConversionDocument, unknown>,
  { versionKey: false, collection: 'recordedConversions' },
)
  .index({ campaignId: 1, occurredAt: 1 })
  .index({ verifyAt: 1 }, { sparse: true })
  .index({ partition: 1, verifyAt: 1 }, { sparse: true })
  // Those that wait for a verdict, by the hour that pays.
  .index({ occurredAt: 1 }, { name: 'open', partialFilterExpression: isOpen })
  .index(
    { 'verdict.entryId': 1 },
    { partialFilterExpression: { 'verdict.entryId': { $type: 'string' } } },
  )
  // Finds charged records by the entry that has booked them. Only a fault leaves such a record without an entry. Servers
  // before 5.0 take no second index of the very same fields.
  .index(
    { 'verdict.entryId': 1, _id: 1 },
    { name: 'charged', partialFilterExpression: { 'verdict.charge': { $gt: 0n } } },
  );

const takenSchema = (collection: string) =>
  new Schema<TakenDocument>(
    { _id: String, expiresAt: Date } satisfies Record<keyof TakenDocument, unknown>,
    { versionKey: false, collection },
  ).index({ expiresAt: 1 }, { expireAfterSeconds: keptSeconds });

export function createRecordedConversionStore(db: Connection) {
  const model = db.model('RecordedConversion', schema);
  const claimModel = db.model('ConversionClaim', takenSchema('conversionClaims'));
  const nonceModel = db.model('ConversionNonce', takenSchema('conversionNonces'));

  async function findTaken(
    { claims, nonce }: Uniqueness,
    at: Date,
    session: DatabaseSession,
  ): Promise<'claims' | 'nonce' | null> {
    const isUsed =
      nonce &&
      (await nonceModel.exists({ _id: nonce.key, expiresAt: { $gte: at } }).session(session));
    if (isUsed) return 'nonce';
    const isClaimed =
      claims.length > 0 && (await claimModel.exists({ _id: { $in: claims } }).session(session));
    return isClaimed ? 'claims' : null;
  }

  return {
    models: [model, claimModel, nonceModel] as const,

    /**
     * Records a conversion, unless its nonce or one of its claims is taken when it occurs.
     *
     * @param session of the transaction that all of it belongs to: of racing copies one is recorded
     * @returns what was taken; null when it is recorded.
     */
    async insert(
      { id, ...rest }: RecordedConversion,
      { claims, nonce }: Uniqueness,
      session: DatabaseSession,
    ): Promise<'claims' | 'nonce' | null> {
      const taken = await findTaken({ claims, nonce }, rest.occurredAt, session);
      if (taken) return taken;
      if (nonce)
        await nativeCollection(nonceModel).updateOne(
          { _id: nonce.key },
          { $set: { expiresAt: nonce.expiresAt } },
          { upsert: true, session },
        );
      // All of its cases are older than it is: none of them may convert any more then.
      const expiresAt = new Date(rest.occurredAt.getTime() + convertibleForMs);
      if (claims.length > 0)
        await nativeCollection(claimModel).insertMany(
          claims.map((_id) => ({ _id, expiresAt })),
          { session },
        );
      const due = { partition: partitionOf(rest.advertiserId), verifyAt: rest.occurredAt };
      await nativeCollection(model).insertOne({ _id: id, ...rest, ...due }, { session });
      return null;
    },
  };
}
