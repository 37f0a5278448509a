import type { Migration } from './migration';

interface StoredSite {
  readonly _id: string;
  readonly filtering?: { readonly excludes?: { readonly peer?: readonly string[] } };
  readonly updatedAt: Date;
}

const path = 'filtering.excludes.peer';

/** Writes the servers that sites block in capitals, as servers are known: those in small letters were not blocked. */
export const peersInCapitals: Migration = {
  number: 20,
  name: 'peers-in-capitals',

  async run(db, now) {
    const sites = db.collection<StoredSite>('sites');
    const found = sites.find({ [path]: /[a-f]/ }, { projection: { [path]: 1 } });
    for await (const { _id, filtering } of found) {
      const written = filtering?.excludes?.peer ?? [];
      const known = [...new Set(written.map((account) => account.toUpperCase()))];
      // Gateways that are running read sites that have changed.
      await sites.updateOne(
        { _id, [path]: written },
        { $set: { [path]: known, updatedAt: now() } },
        { writeConcern: { w: 'majority' } },
      );
    }
  },
};
