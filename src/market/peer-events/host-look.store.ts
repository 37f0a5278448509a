import { type Connection, Schema } from 'mongoose';
import { daySeconds, minuteMs } from '../../time';

/** A host's `ads.txt`, as far as it names a server of the network. */
export interface HostLook {
  /** When it could be read last; null: it could not yet. */
  readonly lookedAt: Date | null;
  /** Accounts at that server which may sell: as the host's own, and with those who sell again. See `sellerIdOf`. */
  readonly direct: readonly string[];
  readonly all: readonly string[];
}

/** Names a look. */
export interface HostOfServer {
  readonly host: string;
  /** By which the server is named in `ads.txt`. */
  readonly domain: string;
}

interface LookDocument extends Partial<HostLook>, HostOfServer {
  /** See `hostLookIdOf`. */
  readonly _id: string;
  readonly wantedAt: Date;
  /** When somebody set out to look last; absent: nobody has. */
  readonly triedAt?: Date;
}

const keptSeconds = 7 * daySeconds;
/** A look is good for so long. */
export const lookGoodForMs = 24 * 60 * minuteMs;
/** A host that could not be read is tried again after that. */
const tryAgainMs = 5 * minuteMs;
/** Nobody waits longer for a look. */
export const lookWaitMs = 60 * minuteMs;

const schema = new Schema<LookDocument>(
  {
    ...{ _id: String, host: String, domain: String, wantedAt: Date, triedAt: Date },
    ...{ lookedAt: Date, direct: [String], all: [String] },
  } satisfies Record<keyof LookDocument, unknown>,
  { versionKey: false, collection: 'peerHostLooks' },
).index({ wantedAt: 1 }, { expireAfterSeconds: keptSeconds });

export const hostLookIdOf = ({ host, domain }: HostOfServer): string => `${host} ${domain}`;

/** Looks at the hosts that other servers tell, for campaigns that are for hosts. */
export function createHostLookStore(db: Connection) {
  const model = db.model('PeerHostLook', schema);
  return {
    models: [model],

    async want(wanted: readonly HostOfServer[], at: Date): Promise<void> {
      if (wanted.length === 0) return;
      await model.bulkWrite(
        wanted.map((one) => ({
          updateOne: {
            filter: { _id: hostLookIdOf(one) },
            update: { $set: { wantedAt: at }, $setOnInsert: { ...one } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** By the ids of `hostLookIdOf`. */
    async listByIds(ids: readonly string[]): Promise<ReadonlyMap<string, HostLook>> {
      if (ids.length === 0) return new Map();
      const found = await model
        .find({ _id: { $in: ids } })
        .read('primary')
        .lean<LookDocument[]>();
      return new Map(
        found.map(({ _id, lookedAt = null, direct = [], all = [] }) => [
          _id,
          { lookedAt, direct, all },
        ]),
      );
    },

    /** Those that somebody waits for, and that nobody has looked at lately. */
    async listWanted(at: Date, limit: number): Promise<readonly HostOfServer[]> {
      const before = (ms: number) => new Date(at.getTime() - ms);
      const found = await model
        .find({
          wantedAt: { $gt: before(lookWaitMs) },
          $and: [
            { $or: [{ triedAt: null }, { triedAt: { $lte: before(tryAgainMs) } }] },
            { $or: [{ lookedAt: null }, { lookedAt: { $lte: before(lookGoodForMs) } }] },
          ],
        })
        .sort({ wantedAt: 1 })
        .limit(limit)
        .lean<LookDocument[]>();
      return found.map(({ host, domain }) => ({ host, domain }));
    },

    /** @param seen null: it could not be read */
    async note(of: HostOfServer, triedAt: Date, seen: Omit<HostLook, 'lookedAt'> | null) {
      const changes = seen === null ? { triedAt } : { triedAt, lookedAt: triedAt, ...seen };
      await model.updateOne({ _id: hostLookIdOf(of) }, { $set: changes });
    },
  };
}
