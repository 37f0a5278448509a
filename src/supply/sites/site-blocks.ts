import { accountsOf, type BlockedAdvertiser } from './blocked-advertiser';
import { mostBlockedDomains } from './blocked-domains';
import { mostFilterValues } from './creative-filter';
import type { Site } from './site.resource';

interface BlockList<Entry> {
  /** Where the site has the list. */
  readonly path: string;
  /** Entries that the list has at most. */
  readonly most: number;
  readonly entriesOf: (site: Site) => readonly Entry[];
}

const excluded =
  (key: string) =>
  ({ filtering }: Site): readonly string[] =>
    filtering.excludes[key] ?? [];

/** The lists of a site that keep ads away, each by the words that decisions have for it. */
export const blockLists = {
  domains: {
    path: 'blockedDomains',
    most: mostBlockedDomains,
    entriesOf: ({ blockedDomains }) => blockedDomains,
  },
  categories: {
    path: 'blockedCategories',
    most: mostFilterValues,
    entriesOf: ({ blockedCategories }) => blockedCategories,
  },
  advertisers: {
    path: 'blockedAdvertisers',
    most: mostFilterValues,
    entriesOf: ({ blockedAdvertisers }) => blockedAdvertisers,
  },
  types: {
    path: 'filtering.excludes.type',
    most: mostFilterValues,
    entriesOf: excluded('type'),
  },
  servers: {
    path: 'filtering.excludes.peer',
    most: mostFilterValues,
    entriesOf: excluded('peer'),
  },
} as const satisfies Readonly<Record<string, BlockList<string | BlockedAdvertiser>>>;
export type BlockKind = keyof typeof blockLists;

/** Entries of the lists that keep ads of a site away. */
export type SiteBlocks = {
  readonly [Kind in BlockKind]: ReturnType<(typeof blockLists)[Kind]['entriesOf']>;
};

/** Entries as a publisher names them: an advertiser by one of the advertiser's creatives. */
export type NamedBlocks = Readonly<Record<BlockKind, readonly string[]>>;

/** A publisher's decisions on what is kept away; an entry of a list is blocked or allowed, not both. */
export interface BlockDecisions<Blocks = NamedBlocks> {
  readonly block: Blocks;
  /** Not blocked any more. */
  readonly allow: Blocks;
}

/** Entries that are to be blocked and are not yet. */
export function newBlocksOf(site: Site, block: SiteBlocks): SiteBlocks {
  const left = (kind: Exclude<BlockKind, 'advertisers'>) => {
    const entries = new Set<string>(blockLists[kind].entriesOf(site));
    return block[kind].filter((entry) => !entries.has(entry));
  };
  const blockedIds = accountsOf(site.blockedAdvertisers);
  return {
    domains: left('domains'),
    categories: left('categories'),
    advertisers: block.advertisers.filter(({ advertiserId }) => !blockedIds.has(advertiserId)),
    types: left('types'),
    servers: left('servers'),
  };
}
