import { createHash } from 'node:crypto';
import { type Connection, Schema } from 'mongoose';
import { isLocalAddress, truncateIpAddress } from '../../ip-address';
import { upsertRacing } from '../../platform/database/upsert';
import { dayMs } from '../../time';

interface AccountNetworkDocument {
  /** Account and network, hashed together: enough to recognize a network, too little to list them. */
  readonly _id: string;
  readonly expiresAt: Date;
}

/** An account, and a network as events keep it: IPv4 to 24 bits, IPv6 to 48. */
export interface AccountNetwork {
  readonly accountId: string;
  readonly network: string;
}

const knownForMs = 30 * dayMs;

const schema = new Schema<AccountNetworkDocument>(
  { _id: String, expiresAt: Date } satisfies Record<keyof AccountNetworkDocument, unknown>,
  { versionKey: false, collection: 'accountNetworks' },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** From where accounts have logged in within the last 30 days. */
export function createAccountNetworkStore(db: Connection) {
  const model = db.model('AccountNetwork', schema);
  return {
    models: [model],

    /** Keeps in mind that an account has logged in; loopback and private addresses are left out. */
    async note(accountId: string, remoteAddress: string, now: Date): Promise<void> {
      const network = truncateIpAddress(remoteAddress);
      if (network === null || isLocalAddress(network)) return;
      const expiresAt = new Date(now.getTime() + knownForMs);
      await upsertRacing(() =>
        model.updateOne(
          { _id: idOf({ accountId, network }) },
          { $set: { expiresAt } },
          { upsert: true },
        ),
      );
    },

    /** Lists the given networks that accounts have logged in from. */
    async listKnown(
      pairs: readonly AccountNetwork[],
      now: Date,
    ): Promise<readonly AccountNetwork[]> {
      if (pairs.length === 0) return [];
      const byId = new Map(pairs.map((pair) => [idOf(pair), pair]));
      const found = await model
        .find({ _id: { $in: [...byId.keys()] }, expiresAt: { $gt: now } }, { _id: 1 })
        .lean<Pick<AccountNetworkDocument, '_id'>[]>();
      return found.flatMap(({ _id }) => byId.get(_id) ?? []);
    },
  };
}

function idOf({ accountId, network }: AccountNetwork): string {
  return createHash('sha256').update(`${accountId}\n${network}`).digest('base64url');
}
