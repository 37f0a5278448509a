import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../../platform/database/upsert';
import { minuteMs } from '../../../time';

interface RevocationDocument {
  /** The token's `jti`. */
  readonly _id: string;
  /** When nobody takes the token for valid any more. */
  readonly expiresAt: Date;
}

/** The database's clock ends documents, a gateway's clock ends tokens: the two may differ by so much. */
const clockSkewMs = 10 * minuteMs;

const schema = new Schema<RevocationDocument & { readonly updatedAt: Date }>(
  { _id: String, expiresAt: Date, updatedAt: Date } satisfies Record<
    keyof (RevocationDocument & { readonly updatedAt: Date }),
    unknown
  >,
  { versionKey: false, timestamps: { createdAt: false }, collection: 'revocations' },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ updatedAt: 1 });

/** Ids of access tokens that ended before their time; issued ones are not stored. */
export function createRevocationStore(db: Connection) {
  const model = db.model('Revocation', schema);
  return {
    models: [model],

    /** @param tokenExpiresAt when the token expires of itself */
    async insert(tokenId: string, tokenExpiresAt: Date): Promise<void> {
      const expiresAt = new Date(tokenExpiresAt.getTime() + clockSkewMs);
      await upsertRacing(() =>
        model.updateOne({ _id: tokenId }, { $set: { expiresAt } }, { upsert: true }),
      );
    },

    async has(tokenId: string): Promise<boolean> {
      return (await model.findById(tokenId, { _id: 1 }).lean()) !== null;
    },
  };
}
