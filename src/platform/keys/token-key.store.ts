import { type Connection, type mongo, Schema } from 'mongoose';
import { upsertRacing } from '../database/upsert';

/** A key that signs access tokens, as it is stored. */
export interface StoredTokenKey {
  /** JWK thumbprint of the public key (RFC 7638), base64url. */
  readonly keyId: string;
  /** PKCS #8, DER. */
  readonly privateKey: Buffer;
  readonly createdAt: Date;
}

interface TokenKeyRingDocument {
  readonly _id: string;
  readonly keys: readonly (Omit<StoredTokenKey, 'privateKey'> & {
    readonly privateKey: mongo.Binary;
  })[];
  readonly updatedAt: Date;
}

export type TokenKeyStore = ReturnType<typeof createTokenKeyStore>;

/** All keys are one document: a rotation is one write, and processes that start at once make one first key. */
const ringId = 'access-tokens';

const schema = new Schema<TokenKeyRingDocument>(
  {
    _id: String,
    keys: [{ _id: false, keyId: String, privateKey: Schema.Types.Buffer, createdAt: Date }],
    updatedAt: Date,
  } satisfies Record<keyof TokenKeyRingDocument, unknown>,
  { versionKey: false, timestamps: { createdAt: false }, collection: 'tokenKeys' },
).index({ updatedAt: 1 });

function toKeys(ring: TokenKeyRingDocument): readonly StoredTokenKey[] {
  return ring.keys.map(({ keyId, privateKey, createdAt }) => ({
    keyId,
    privateKey: Buffer.from(privateKey.buffer),
    createdAt,
  }));
}

/** The keys that sign access tokens, oldest first; the last one signs. */
export function createTokenKeyStore(db: Connection) {
  const model = db.model('TokenKeyRing', schema);
  return {
    models: [model],

    /** The ring; `first` becomes its only key when there is none yet. */
    async getOrCreate(first: StoredTokenKey): Promise<readonly StoredTokenKey[]> {
      const ring = await upsertRacing(() =>
        model
          .findOneAndUpdate(
            { _id: ringId },
            { $setOnInsert: { keys: [first] } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<TokenKeyRingDocument>(),
      );
      return toKeys(ring);
    },

    async list(): Promise<readonly StoredTokenKey[]> {
      const ring = await model.findById(ringId).lean<TokenKeyRingDocument>();
      return ring ? toKeys(ring) : [];
    },

    /** Adds the key that signs from now on, and drops those of `droppedIds`. */
    async rotate(key: StoredTokenKey, droppedIds: readonly string[]): Promise<void> {
      await model.updateOne({ _id: ringId }, { $push: { keys: key } });
      if (droppedIds.length > 0)
        await model.updateOne(
          { _id: ringId },
          { $pull: { keys: { keyId: { $in: [...droppedIds] } } } },
        );
    },
  };
}
