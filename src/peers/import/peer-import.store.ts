import { type Connection, Schema } from 'mongoose';
import { databaseOf } from '../../platform/database/database-of';
import { type Lease, takeLease } from '../../platform/database/lease';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { LeftOutCounts } from './left-out';
import { noRoom, type RoomOfPeer } from './room';

/** How the import of a peer’s campaigns stands. */
export interface PeerImport {
  /** Address of the peer. */
  readonly peer: string;
  readonly askedAt: Date;
  /** The newest broadcast that was known then; null: none was. Absent: it was asked before that was kept. */
  readonly broadcastAt?: Date | null;
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
  /** Bytes of these, as `heldBytes` counts. */
  readonly bytes: number;
  /** Creatives that an import which is under way, or was killed, may bring at most; 0: none is. */
  readonly reserved: number;
  readonly reservedBytes: number;
  /** Creatives that the last list had for this server, had there been room for all. */
  readonly wanted: number;
  readonly wantedBytes: number;
  /** Those of the last list that were not taken, by why. */
  readonly leftOut: LeftOutCounts;
}

/** Absent of those that were stored before there were any: 0. */
type YoungMember = 'reserved' | 'bytes' | 'reservedBytes' | 'wanted' | 'wantedBytes';

interface PeerImportDocument
  extends Omit<PeerImport, 'peer' | YoungMember>,
    Partial<Pick<PeerImport, YoungMember>> {
  readonly _id: string;
}

const schema = new Schema<PeerImportDocument>(
  {
    _id: String,
    askedAt: Date,
    broadcastAt: Date,
    importedAt: Date,
    nextAt: Date,
    failures: Number,
    problem: String,
    isShrunken: Boolean,
    campaigns: Number,
    creatives: Number,
    bytes: Number,
    reserved: Number,
    reservedBytes: Number,
    wanted: Number,
    wantedBytes: Number,
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

    /** The parts of some peers in what all share; those that were never asked have none. */
    async listRooms(
      peers: readonly string[],
      session: DatabaseSession,
    ): Promise<readonly RoomOfPeer[]> {
      const found = await model
        .find({ _id: { $in: peers } }, roomMembers)
        .session(session)
        .lean<Pick<PeerImportDocument, '_id' | keyof typeof roomMembers>[]>();
      const rooms = new Map(found.map((one) => [one._id, toRoom(one)]));
      return peers.map((peer) => rooms.get(peer) ?? { held: noRoom, wanted: noRoom });
    },
  };
}

const roomMembers = {
  ...{ creatives: 1, bytes: 1, reserved: 1, reservedBytes: 1, wanted: 1, wantedBytes: 1 },
} as const;

function toRoom(of: Pick<PeerImportDocument, keyof typeof roomMembers>): RoomOfPeer {
  const { creatives, bytes, reserved, reservedBytes, wanted, wantedBytes } = { ...noneYet, ...of };
  return {
    held: { creatives: Math.max(creatives, reserved), bytes: Math.max(bytes, reservedBytes) },
    wanted: { creatives: wanted, bytes: wantedBytes },
  };
}

const noneYet = { bytes: 0, reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 } as const;

function toImport({ _id, ...rest }: PeerImportDocument): PeerImport {
  return { peer: _id, ...noneYet, ...rest };
}
