import { createSecretKey, type KeyObject } from 'node:crypto';
import { type Connection, type mongo, Schema } from 'mongoose';
import { upsertRacing } from '../database/upsert';
import type { NonEmpty } from '../../non-empty';

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
  /** Of 32 bytes. An object: of bytes, Node would make one for each signature, in 12 µs. */
  readonly secret: KeyObject;
}

/** The keys of a purpose, the one to sign with first. */
export type SigningKeys = NonEmpty<SigningKey>;

interface KeyRingDocument {
  readonly _id: KeyPurpose;
  readonly keys: NonEmpty<{ readonly keyId: number; readonly secret: mongo.Binary }>;
}

const schema = new Schema<KeyRingDocument>(
  {
    _id: String,
    keys: [{ _id: false, keyId: Number, secret: Schema.Types.Buffer }],
  } satisfies Record<keyof KeyRingDocument, unknown>,
  { versionKey: false, collection: 'signingKeys' },
);

function toSigningKeys({ keys: [first, ...others] }: KeyRingDocument): SigningKeys {
  const toKey = ({ keyId, secret }: typeof first): SigningKey => ({
    keyId,
    secret: createSecretKey(secret.buffer),
  });
  return [toKey(first), ...others.map(toKey)];
}

export function createSigningKeyStore(db: Connection) {
  const model = db.model('SigningKey', schema);
  return {
    models: [model],

    /**
     * The keys of a purpose, the one to sign with first. `secret` becomes the first key when there is none yet;
     * every process of a database gets the same ring.
     */
    async getOrCreate(purpose: KeyPurpose, secret: Buffer): Promise<SigningKeys> {
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
    async list(): Promise<ReadonlyMap<KeyPurpose, SigningKeys>> {
      const rings = await model.find().lean<KeyRingDocument[]>();
      return new Map(rings.map((ring) => [ring._id, toSigningKeys(ring)]));
    },
  };
}
