import { type Connection, Schema } from 'mongoose';

/** How far the blocks of the ledger are read for broadcasts. */
export interface PeerScan {
  /** The newest block that was read, as every closed one before it but for `gaps`; null: none was. */
  readonly scannedTo: Date | null;
  /** Blocks that could not be read, and are read again. */
  readonly gaps: readonly Date[];
  /** The gap that has too many for one turn, and its senders that were looked at; null: none has. */
  readonly crowdedGap: Date | null;
  readonly lookedAtInGap: readonly string[];
  /** Senders of the block after `scannedTo` that were looked at, when it has too many for one turn. */
  readonly lookedAt: readonly string[];
  /** The newest block whose broadcasts of known peers were noted while such a block holds up the rest; null: none was. */
  readonly notedTo: Date | null;
}

interface ScanDocument extends PeerScan {
  readonly _id: string;
}

const onlyId = 'broadcasts';

const schema = new Schema<ScanDocument>(
  {
    _id: String,
    scannedTo: Date,
    gaps: [Date],
    crowdedGap: Date,
    lookedAtInGap: [String],
    lookedAt: [String],
    notedTo: Date,
  } satisfies Record<keyof ScanDocument, unknown>,
  { versionKey: false, collection: 'peerScans' },
);

export function createPeerScanStore(db: Connection) {
  const model = db.model('PeerScan', schema);
  return {
    models: [model],

    async get(): Promise<PeerScan> {
      const found = await model.findById(onlyId).lean<ScanDocument>();
      return {
        scannedTo: found?.scannedTo ?? null,
        gaps: found?.gaps ?? [],
        crowdedGap: found?.crowdedGap ?? null,
        lookedAtInGap: found?.lookedAtInGap ?? [],
        lookedAt: found?.lookedAt ?? [],
        notedTo: found?.notedTo ?? null,
      };
    },

    async put(scan: PeerScan): Promise<void> {
      await model.updateOne({ _id: onlyId }, { $set: scan }, { upsert: true });
    },
  };
}
