import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { SessionKind } from '../access/viewer';

interface SessionDocument {
  /** SHA-256 of the API token, or of the cookie's session id, hex. */
  readonly _id: string;
  readonly accountId: string;
  /** Absent: the session of an API token. All were, before browsers had sessions of their own. */
  readonly kind?: 'browser';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acting?: Acting;
  /** Absent for sessions of versions before, as `network`. */
  readonly userAgent?: string;
  readonly network?: string | null;
  readonly secondFactorAt?: Date;
}

/** An operator acts for somebody in his session. */
export interface Acting {
  readonly accountId: string;
  readonly endsAt: Date;
}

export interface Session {
  readonly accountId: string;
  readonly kind: SessionKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Absent: in nobody's place. */
  readonly acting?: Acting;
  /** Of the request that opened it, shortened. */
  readonly userAgent?: string;
  /** /24 of IPv4, /48 of IPv6, of the request that opened it. */
  readonly network?: string | null;
  /** When the session last showed a code of the second factor; absent: never. */
  readonly secondFactorAt?: Date;
}

const schema = new Schema<SessionDocument>(
  {
    ...{ _id: String, accountId: String, kind: String, createdAt: Date, expiresAt: Date },
    ...{ userAgent: String, network: String, secondFactorAt: Date },
    acting: { type: { _id: false, accountId: String, endsAt: Date }, default: undefined },
  } satisfies Record<keyof SessionDocument, unknown>,
  { versionKey: false, collection: 'sessions' },
)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  .index({ accountId: 1 });

/** Sessions by the hash of their secret; those that have expired may still be found. */
export function createSessionStore(db: Connection) {
  const model = db.model('Session', schema);
  return {
    models: [model],

    async insert(hash: string, { kind, ...session }: Session): Promise<void> {
      await model.create({ _id: hash, ...session, ...(kind === 'browser' && { kind }) });
    },

    /** @returns null when there is none, or it is of the other kind. */
    async find(hash: string, kind: SessionKind): Promise<Session | null> {
      const found = await model.findById(hash, { _id: 0 }).lean<SessionDocument>();
      return found && (found.kind ?? 'apiToken') === kind ? { ...found, kind } : null;
    },

    /** Those of an account that go on, by their hashes, newest first. */
    async listOf(
      accountId: string,
      { now, limit }: { readonly now: Date; readonly limit: number },
    ): Promise<readonly (readonly [string, Session])[]> {
      const found = await model
        .find({ accountId, expiresAt: { $gt: now } })
        .sort({ createdAt: -1 })
        .limit(limit)
        .lean<SessionDocument[]>();
      return found.map(
        ({ _id, kind = 'apiToken' as const, ...session }) => [_id, { ...session, kind }] as const,
      );
    },

    /** Accounts that those among sessions that go on stand for, by the sessions' hashes. */
    async listLive(hashes: readonly string[], now: Date): Promise<ReadonlyMap<string, string>> {
      const found = await model
        .find({ _id: { $in: hashes }, expiresAt: { $gt: now } }, { accountId: 1, acting: 1 })
        .lean<Pick<SessionDocument, '_id' | 'accountId' | 'acting'>[]>();
      return new Map(
        found
          .filter(({ acting }) => acting === undefined || acting.endsAt > now)
          .map(({ _id, accountId, acting }) => [_id, acting?.accountId ?? accountId]),
      );
    },

    /** @param acting null: in nobody's place any more */
    async setActing(hash: string, acting: Acting | null): Promise<void> {
      await model.updateOne(
        { _id: hash },
        acting ? { $set: { acting } } : { $unset: { acting: 1 } },
      );
    },

    async noteSecondFactor(hash: string, secondFactorAt: Date): Promise<void> {
      await model.updateOne({ _id: hash }, { $set: { secondFactorAt } });
    },

    async extend(hash: string, expiresAt: Date): Promise<void> {
      await model.updateOne({ _id: hash }, { $set: { expiresAt } });
    },

    async delete(hash: string): Promise<void> {
      await model.deleteOne({ _id: hash });
    },

    /**
     * @param exceptHash the one session that stays; null: none
     * @param transaction default: none
     */
    async deleteAllOf(
      accountId: string,
      exceptHash: string | null,
      transaction?: DatabaseSession,
    ): Promise<void> {
      await model.deleteMany(
        { accountId, ...(exceptHash !== null && { _id: { $ne: exceptHash } }) },
        transaction && { session: transaction },
      );
    },
  };
}
