import { type Connection, type mongo, Schema } from 'mongoose';
import { upsertRacing } from '../database/upsert';

/** The purpose of a key; a key never serves two purposes. */
export const keyPurposes = [
  'event-urls',
  'tracking-ids',
  'cursors',
  'refresh-tokens',
  'deposit-codes',
  'unsubscribe-links',
  'limits',
] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

export interface SigningKey {
  /** 1 to 255; travels with what the key has signed. */
  readonly keyId: number;
  /** 32 bytes. */
  readonly secret: Buffer;
}

interface KeyRingDocument {
  readonly _id: KeyPurpose;
  readonly keys: readonly { readonly keyId: number; readonly secret: mongo.Binary }[];
}

const schema = new Schema<KeyRingDocument>(
  {
    _id: String,
    keys: [{ _id: false, keyId: Number, secret: Schema.Types.Buffer }],
  } satisfies Record<keyof KeyRingDocument, unknown>,
  { versionKey: false, collection: 'signingKeys' },
);

const toSigningKeys = ({ keys }: KeyRingDocument): readonly SigningKey[] =>
  keys.map(({ keyId, secret }) => ({ keyId, secret: Buffer.from(secret.buffer) }));

export function createSigningKeyStore(db: Connection) {
  const model = db.model('SigningKey', schema);
  return {
    models: [model],

    /**
     * The keys of a purpose, the one to sign with first. `secret` becomes the first key when there is none yet;
     * every process of a database gets the same ring.
     */
    async getOrCreate(purpose: KeyPurpose, secret: Buffer): Promise<readonly SigningKey[]> {
      const ring = await upsertRacing(() =>
        model
          .findOneAndUpdate(
            { _id: purpose },
            { $setOnInsert: { keys: [{ keyId: 1, secret }] } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean<KeyRingDocument>(),
      );
      return toSigningKeys(ring);
    },

    /** The keys of each purpose that has some. */
    async list(): Promise<ReadonlyMap<KeyPurpose, readonly SigningKey[]>> {
      const rings = await model.find().lean<KeyRingDocument[]>();
      return new Map(rings.map((ring) => [ring._id, toSigningKeys(ring)]));
    },
  };
}
