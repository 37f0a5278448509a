import type { Connection } from 'mongoose';
import type { Described, DescribedProperty, Noun } from './dimensions';

interface StoredThing {
  readonly _id: string;
  readonly name?: string;
  readonly host?: string;
  readonly medium?: string;
  readonly scope?: string;
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly popScope?: string | null;
  readonly publisherId?: string;
}

const tables = {
  campaign: { collection: 'campaigns', owner: 'advertiserId' },
  creative: { collection: 'creatives', owner: 'advertiserId' },
  site: { collection: 'sites', owner: 'publisherId' },
  placement: { collection: 'placements', owner: 'publisherId' },
} as const satisfies Record<Noun, object>;

const projection = {
  name: 1,
  host: 1,
  medium: 1,
  scope: 1,
  width: 1,
  height: 1,
  depth: 1,
  popScope: 1,
  publisherId: 1,
} as const;

/** Reads the names of things that have figures; of deleted things too, for their figures stay. */
export function createDescribedStore(db: Connection) {
  const collectionOf = (noun: Noun) => db.collection<StoredThing>(tables[noun].collection);

  /** Accounts on the ledger, by the accounts here of other servers. */
  async function listPeers(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (accountIds.length === 0) return new Map();
    const found = await db
      .collection<{ _id: string; peerAddress?: string }>('accounts')
      .find(
        { _id: { $in: [...accountIds] }, peerAddress: { $exists: true } },
        { projection: { peerAddress: 1 }, batchSize: accountIds.length },
      )
      .toArray();
    return new Map(found.map(({ _id, peerAddress = '' }) => [_id, peerAddress]));
  }

  /** Creatives of other servers: they have no names. */
  async function listForeign(ids: readonly string[]): Promise<ReadonlyMap<string, Described>> {
    const found = await db
      .collection<{ readonly _id: string; readonly peer: string }>('peerCreatives')
      .find({ _id: { $in: [...ids] } }, { projection: { peer: 1 }, batchSize: ids.length })
      .toArray();
    return new Map(found.map(({ _id, peer }) => [_id, { name: null, payer: peer }]));
  }

  return {
    models: [],

    /** By their ids; unknown ids are left out. @param properties `peer` and `payer` are told where they are asked for */
    async list(
      noun: Noun,
      ids: readonly string[],
      properties: readonly (DescribedProperty | null)[] = [],
    ): Promise<ReadonlyMap<string, Described>> {
      if (ids.length === 0) return new Map();
      const found = await collectionOf(noun)
        .find({ _id: { $in: [...ids] } }, { projection, batchSize: ids.length })
        .toArray();
      const owners = new Set(found.flatMap(({ publisherId }) => publisherId ?? []));
      const peers = await listPeers(properties.includes('peer') ? [...owners] : []);
      const foreign = properties.includes('payer') && noun === 'creative' ? listForeign(ids) : [];
      return new Map([
        ...found.map((thing): [string, Described] => {
          const peer = peers.get(thing.publisherId ?? '');
          return [thing._id, { ...toDescribed(thing), ...(peer !== undefined && { peer }) }];
        }),
        ...(await foreign),
      ]);
    },

    /** Ids of an account's campaigns, or sites. @param among null: all of them */
    async listOwnedIds(
      noun: 'campaign' | 'site',
      ownerId: string,
      among: readonly string[] | null,
    ): Promise<readonly string[]> {
      const found = await collectionOf(noun)
        .find(
          { [tables[noun].owner]: ownerId, ...(among && { _id: { $in: [...among] } }) },
          { projection: { _id: 1 }, batchSize: 5_000 },
        )
        .toArray();
      return found.map(({ _id }) => _id);
    },
  };
}

function toDescribed({ name, host, medium, scope, ...box }: StoredThing): Described {
  const size = scope ?? sizeOf(box);
  return {
    name: name ?? null,
    ...(host !== undefined && { host }),
    ...(medium !== undefined && { medium }),
    ...(size !== null && { size }),
  };
}

/** The box of a placement, or the window that it opens. */
function sizeOf({
  width,
  height,
  depth = 0,
  popScope,
}: Pick<StoredThing, 'width' | 'height' | 'depth' | 'popScope'>): string | null {
  if (popScope != null) return popScope;
  if (width === undefined || height === undefined) return null;
  return depth > 0 ? `${width}x${height}x${depth}` : `${width}x${height}`;
}
