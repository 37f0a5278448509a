import { type Connection, Schema } from 'mongoose';
import type { LeftOutCounts } from './left-out';

/** How the import of a peer’s campaigns stands. */
export interface PeerImport {
  /** Address of the peer. */
  readonly peer: string;
  readonly askedAt: Date;
  /** When its list was last taken; null: never yet. */
  readonly importedAt: Date | null;
  /** When it is asked next; null: after its next broadcast. */
  readonly nextAt: Date | null;
  /** Lists that could not be read, in a row. */
  readonly failures: number;
  /** Why nothing was taken the last time; null: the list was taken. */
  readonly problem: string | null;
  /** True where the last list had lost most of what is here: the next one is believed. */
  readonly isShrunken: boolean;
  /** Campaigns and creatives that are here. */
  readonly campaigns: number;
  readonly creatives: number;
  /** Those of the last list that were not taken, by why. */
  readonly leftOut: LeftOutCounts;
}

interface PeerImportDocument extends Omit<PeerImport, 'peer'> {
  readonly _id: string;
}

const schema = new Schema<PeerImportDocument>(
  {
    _id: String,
    askedAt: Date,
    importedAt: Date,
    nextAt: Date,
    failures: Number,
    problem: String,
    isShrunken: Boolean,
    campaigns: Number,
    creatives: Number,
    leftOut: Schema.Types.Mixed,
  } satisfies Record<keyof PeerImportDocument, unknown>,
  { versionKey: false, collection: 'peerImports', minimize: false },
);

export function createPeerImportStore(db: Connection) {
  const model = db.model('PeerImport', schema);
  return {
    models: [model],

    async find(peer: string): Promise<PeerImport | null> {
      const found = await model.findById(peer).lean<PeerImportDocument>();
      return found && toImport(found);
    },

    /** By the addresses of their peers; one that was never asked is left out. */
    async listByPeers(peers: readonly string[]): Promise<ReadonlyMap<string, PeerImport>> {
      const found = await model.find({ _id: { $in: peers } }).lean<PeerImportDocument[]>();
      return new Map(found.map((one) => [one._id, toImport(one)]));
    },

    async put({ peer, ...state }: PeerImport): Promise<void> {
      await model.updateOne({ _id: peer }, { $set: state }, { upsert: true });
    },

    /** Creatives of some peers together. */
    async countCreatives(peers: readonly string[]): Promise<number> {
      const [found] = await model.aggregate<{ readonly creatives: number }>([
        { $match: { _id: { $in: peers } } },
        { $group: { _id: null, creatives: { $sum: '$creatives' } } },
      ]);
      return found?.creatives ?? 0;
    },
  };
}

function toImport({ _id, ...rest }: PeerImportDocument): PeerImport {
  return { peer: _id, ...rest };
}
