import { type Connection, Schema } from 'mongoose';
import { databaseOf } from '../../platform/database/database-of';
import { type Lease, takeLease } from '../../platform/database/lease';
import type { DatabaseSession } from '../../platform/database/transaction';
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
  /** Creatives that an import which is under way, or was killed, may bring at most; 0: none is. */
  readonly reserved: number;
  /** Those of the last list that were not taken, by why. */
  readonly leftOut: LeftOutCounts;
}

interface PeerImportDocument extends Omit<PeerImport, 'peer' | 'reserved'> {
  readonly _id: string;
  /** Absent: 0. */
  readonly reserved?: number;
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
    reserved: Number,
    leftOut: Schema.Types.Mixed,
  } satisfies Record<keyof PeerImportDocument, unknown>,
  { versionKey: false, collection: 'peerImports', minimize: false },
);

/** Each reservation changes it, so that no two see the same room. No peer has this id. */
const reservations = 'reservations';

export function createPeerImportStore(db: Connection, now: () => Date) {
  const model = db.model('PeerImport', schema);
  return {
    models: [model],

    /** The right to import from a peer alone, over all processes; null while somebody else has it. */
    takeTurn: (peer: string): Promise<Lease | null> =>
      takeLease(databaseOf(db), `campaigns of ${peer}`, now),

    async find(peer: string): Promise<PeerImport | null> {
      const found = await model.findById(peer).lean<PeerImportDocument>();
      return found && toImport(found);
    },

    /** By the addresses of their peers; one that was never asked is left out. */
    async listByPeers(peers: readonly string[]): Promise<ReadonlyMap<string, PeerImport>> {
      const found = await model.find({ _id: { $in: peers } }).lean<PeerImportDocument[]>();
      return new Map(found.map((one) => [one._id, toImport(one)]));
    },

    async put({ peer, ...state }: PeerImport, session?: DatabaseSession): Promise<void> {
      const options = { upsert: true, ...(session && { session }) };
      await model.updateOne({ _id: peer }, { $set: state }, options);
    },

    /** Of reservations that are made at once all but one are begun again. */
    async lockReservations(session: DatabaseSession): Promise<void> {
      await model.updateOne(
        { _id: reservations },
        { $inc: { reserved: 1 } },
        { upsert: true, session },
      );
    },

    /** Creatives of some peers together, here or reserved. */
    async countCreatives(peers: readonly string[], session: DatabaseSession): Promise<number> {
      const most = { $max: ['$creatives', { $ifNull: ['$reserved', 0] }] };
      const [found] = await model
        .aggregate<{
          readonly creatives: number;
        }>([
          { $match: { _id: { $in: peers } } },
          { $group: { _id: null, creatives: { $sum: most } } },
        ])
        .session(session);
      return found?.creatives ?? 0;
    },
  };
}

function toImport({ _id, ...rest }: PeerImportDocument): PeerImport {
  return { peer: _id, reserved: 0, ...rest };
}
