import { type Connection, Schema } from 'mongoose';
import { bytesOfSet, setOfBytes } from './network-set-bytes';
import { bufferOf, type StoredBytes } from '../../platform/database/stored-bytes';
import { upsertRacing } from '../../platform/database/upsert';
import type { NetworkList, NetworkListKind } from './network-list';
import type { NetworkSet } from './network-set';

interface ListDocument {
  /** The kind. */
  readonly _id: NetworkListKind;
  /** Of the parts; null: the list was removed. */
  readonly version: string | null;
  readonly parts: number;
  readonly networks: number;
  readonly source: string;
  readonly updatedAt: Date;
}

interface PartDocument {
  /** `<version>:<number>`. */
  readonly _id: string;
  readonly version: string;
  readonly bytes: StoredBytes;
}

/** A list with the version of its networks. */
export type StoredNetworkList = NetworkList & { readonly version: string };

export type NetworkListStore = ReturnType<typeof createNetworkListStore>;

/** A document has at most 16 MB. */
const partBytes = 4 * 2 ** 20;

const listSchema = new Schema<ListDocument>(
  {
    ...{ _id: String, version: String, parts: Number, networks: Number },
    ...{ source: String, updatedAt: Date },
  } satisfies Record<keyof ListDocument, unknown>,
  { versionKey: false, collection: 'networkLists' },
).index({ updatedAt: 1 });

const partSchema = new Schema<PartDocument>(
  { _id: String, version: String, bytes: Buffer } satisfies Record<keyof PartDocument, unknown>,
  { versionKey: false, collection: 'networkListParts' },
).index({ version: 1 });

/** Lists of networks: a few numbers of each, and the networks in parts. */
export function createNetworkListStore(db: Connection) {
  const lists = db.model('NetworkList', listSchema);
  const parts = db.model('NetworkListPart', partSchema);

  /** Gateways take up what changed by `updatedAt`. */
  async function put({ _id, ...list }: ListDocument): Promise<void> {
    await upsertRacing(() => lists.updateOne({ _id }, { $set: list }, { upsert: true }));
  }

  return {
    models: [lists, parts],

    /** Every list that is there. */
    async list(): Promise<readonly StoredNetworkList[]> {
      const found = await lists.find({ version: { $ne: null } }).lean<ListDocument[]>();
      return found.flatMap(({ _id: kind, version, networks, source, updatedAt: importedAt }) =>
        version === null ? [] : [{ kind, version, networks, source, importedAt }],
      );
    },

    /** The networks of a version, read part by part; null: another one has taken its place. */
    async findNetworks(version: string): Promise<NetworkSet | null> {
      const head = await lists.findOne({ version }).lean<ListDocument>();
      if (!head) return null;
      const read: Buffer[] = [];
      for (let at = 0; at < head.parts; at += 1) {
        const part = await parts.findById(`${version}:${at}`).lean<PartDocument>();
        if (!part) return null;
        read.push(bufferOf(part.bytes));
      }
      return setOfBytes(Buffer.concat(read));
    },

    /**
     * Puts a list in the place of the one before: parts first, so that nobody finds half of one.
     *
     * @param now is asked when the parts are there: to write them may take longer than gateways look back for changes
     */
    async replace(
      { kind, version, source }: Omit<StoredNetworkList, 'networks' | 'importedAt'>,
      networks: NetworkSet,
      now: () => Date,
    ): Promise<NetworkList> {
      const bytes = bytesOfSet(networks);
      const count = Math.ceil(bytes.length / partBytes);
      for (let at = 0; at < count; at += 1) {
        const part = bytes.subarray(at * partBytes, (at + 1) * partBytes);
        await parts.create({ _id: `${version}:${at}`, version, bytes: part });
      }
      const before = await lists.findById(kind).lean<ListDocument>();
      const list = { kind, networks: networks.size, source, importedAt: now() };
      await put({
        ...{ _id: kind, version, parts: count, networks: list.networks },
        ...{ source, updatedAt: list.importedAt },
      });
      if (before) await parts.deleteMany({ version: before.version });
      return list;
    },

    /** @returns false where there was none. */
    async remove(kind: NetworkListKind, now: Date): Promise<boolean> {
      const before = await lists.findById(kind).lean<ListDocument>();
      if (!before || before.version === null) return false;
      await put({ ...before, version: null, parts: 0, networks: 0, updatedAt: now });
      await parts.deleteMany({ version: before.version });
      return true;
    },
  };
}
