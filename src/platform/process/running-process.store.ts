import { randomUUID } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { secondMs } from '../../time';
import { upsertRacing } from '../database/upsert';

interface RunningProcessDocument {
  readonly _id: string;
  readonly seenAt: Date;
}

/** One that has said nothing for so long has stopped. */
const silentForMs = 20 * secondMs;
const keptSeconds = 60;

const schema = new Schema<RunningProcessDocument>(
  { _id: String, seenAt: Date } satisfies Record<keyof RunningProcessDocument, unknown>,
  { versionKey: false, collection: 'runningProcesses' },
).index({ seenAt: 1 }, { expireAfterSeconds: keptSeconds });

/** The processes of all gateways that serve just now. */
export function createRunningProcessStore(db: Connection) {
  const model = db.model('RunningProcess', schema);
  const own = randomUUID();
  return {
    models: [model],

    /** Says that this process is running. @returns how many are, itself among them. */
    async noteOwn(now: Date): Promise<number> {
      await upsertRacing(() =>
        model.updateOne({ _id: own }, { $max: { seenAt: now } }, { upsert: true }),
      );
      return model.countDocuments({ seenAt: { $gt: new Date(now.getTime() - silentForMs) } });
    },
  };
}
