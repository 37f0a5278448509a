import { mostBlockedDomains } from './blocked-domains';
import { mostFilterValues } from './creative-filter';
import type { Site } from './site.resource';

interface BlockList {
  /** Where the site has the list. */
  readonly path: string;
  /** Entries that the list has at most. */
  readonly most: number;
  readonly entriesOf: (site: Site) => readonly string[];
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
} as const satisfies Readonly<Record<string, BlockList>>;
export type BlockKind = keyof typeof blockLists;

/** Entries of the lists that keep ads of a site away. */
export type SiteBlocks = Readonly<Record<BlockKind, readonly string[]>>;

/** A publisher's decisions on what is kept away; an entry of a list is blocked or allowed, not both. */
export interface BlockDecisions {
  readonly block: SiteBlocks;
  /** Not blocked any more. */
  readonly allow: SiteBlocks;
}

/** Entries that are to be blocked and are not yet. */
export const newBlocksOf = (site: Site, { block }: BlockDecisions): SiteBlocks => {
  const left = (kind: BlockKind) => {
    const entries = new Set(blockLists[kind].entriesOf(site));
    return block[kind].filter((entry) => !entries.has(entry));
  };
  return { domains: left('domains'), types: left('types'), servers: left('servers') };
};
