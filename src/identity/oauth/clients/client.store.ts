import { type Connection, Schema } from 'mongoose';
import type { Client, ClientWithSecret } from './client';

interface ClientDocument extends Omit<ClientWithSecret, 'id' | 'isConfidential'> {
  readonly _id: string;
  /** A deleted client is kept: processes that poll for changes would not see that it has gone. */
  readonly deletedAt: Date | null;
}

export type NewClient = Omit<ClientWithSecret, 'isConfidential' | 'createdAt' | 'updatedAt'>;

const schema = new Schema<ClientDocument>(
  {
    _id: String,
    name: String,
    ownerId: String,
    secretHash: { type: String, default: null },
    redirectUris: [String],
    scopes: [String],
    deletedAt: { type: Date, default: null },
    createdAt: Date,
    updatedAt: Date,
  } satisfies Record<keyof ClientDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'clients' },
)
  .index({ ownerId: 1 })
  .index({ updatedAt: 1 });

function toClientWithSecret(document: ClientDocument): ClientWithSecret {
  const { _id, deletedAt, ...rest } = document;
  return { ...rest, id: _id, isConfidential: rest.secretHash !== null };
}

function toClient(document: ClientDocument): Client {
  const { secretHash, ...client } = toClientWithSecret(document);
  return client;
}

/** OAuth clients. Deleted ones are found by nobody. */
export function createClientStore(db: Connection) {
  const model = db.model('Client', schema);
  return {
    models: [model],

    async insert({ id, redirectUris, scopes, ...client }: NewClient): Promise<Client> {
      const created = await model.create({
        _id: id,
        ...client,
        redirectUris: [...redirectUris],
        scopes: [...scopes],
      });
      return toClient(created.toObject());
    },

    async findById(id: string): Promise<ClientWithSecret | null> {
      const found = await model.findOne({ _id: id, deletedAt: null }).lean<ClientDocument>();
      return found && toClientWithSecret(found);
    },

    /** All of them, oldest first. */
    async list(): Promise<readonly Client[]> {
      const found = await model
        .find({ deletedAt: null })
        .sort({ createdAt: 1, _id: 1 })
        .lean<ClientDocument[]>();
      return found.map(toClient);
    },

    /** @returns whether there is such a client. */
    async setSecretHash(id: string, secretHash: string): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, deletedAt: null, secretHash: { $ne: null } },
        { $set: { secretHash } },
      );
      return matchedCount > 0;
    },

    /** @returns whether there was such a client. */
    async delete(id: string, deletedAt: Date): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, deletedAt: null },
        { $set: { deletedAt } },
      );
      return matchedCount > 0;
    },
  };
}
