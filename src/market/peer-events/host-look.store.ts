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

/** A host that somebody waits for a look at. */
export interface WantedHost extends HostOfServer {
  /** Looks in a row that have read nothing. */
  readonly failures: number;
}

interface LookDocument extends Partial<HostLook>, HostOfServer {
  /** See `hostLookIdOf`. */
  readonly _id: string;
  readonly wantedAt: Date;
  /** When it may be looked at next; absent: at once. */
  readonly nextTryAt?: Date;
  readonly failures?: number;
}

const keptSeconds = 7 * daySeconds;
/** A look is good for so long. */
export const lookGoodForMs = 24 * 60 * minuteMs;
/** A host that could not be read is tried again after that, then ever more seldom. */
const tryAgainMs = { first: 5 * minuteMs, most: 6 * 60 * minuteMs };
/** Nobody waits longer for a look. */
export const lookWaitMs = 60 * minuteMs;

const schema = new Schema<LookDocument>(
  {
    ...{ _id: String, host: String, domain: String, wantedAt: Date },
    ...{ nextTryAt: Date, failures: Number, lookedAt: Date, direct: [String], all: [String] },
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
    async listWanted(at: Date, limit: number): Promise<readonly WantedHost[]> {
      const found = await model
        .find({
          wantedAt: { $gt: after(at, -lookWaitMs) },
          $or: [{ nextTryAt: null }, { nextTryAt: { $lte: at } }],
        })
        .sort({ wantedAt: 1 })
        .limit(limit)
        .lean<LookDocument[]>();
      return found.map(({ host, domain, failures = 0 }) => ({ host, domain, failures }));
    },

    async note(of: HostOfServer, at: Date, seen: Omit<HostLook, 'lookedAt'>): Promise<void> {
      const nextTryAt = after(at, lookGoodForMs);
      const changes = { ...seen, lookedAt: at, nextTryAt, failures: 0 };
      await model.updateOne({ _id: hostLookIdOf(of) }, { $set: changes });
    },

    /** Says that a host could not be read. */
    async noteFailure({ failures, ...of }: WantedHost, at: Date): Promise<void> {
      const waitMs = Math.min(tryAgainMs.first * 2 ** failures, tryAgainMs.most);
      const changes = { nextTryAt: after(at, waitMs), failures: failures + 1 };
      await model.updateOne({ _id: hostLookIdOf(of) }, { $set: changes });
    },
  };
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
