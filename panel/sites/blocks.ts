import { useMutation, useQueryClient } from '@tanstack/react-query';
import { categoryText } from '../campaigns/category-names';
import { graphql, type VariablesOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { say } from '../parts/status';
import { t, wordOf } from '../texts/texts';
import { type Site, siteQuery } from './site';

const changeDocument = graphql(`
  mutation ChangeSiteBlocks($siteId: ID!, $decisions: BlockDecisionsInput!) {
    changeSiteBlocks(siteId: $siteId, decisions: $decisions) {
      id
    }
  }
`);

type SiteBlocks = NonNullable<VariablesOf<typeof changeDocument>['decisions']['block']>;
export type BlockKind = keyof SiteBlocks;

/** An entry of a list that keeps ads away. */
export interface Block {
  readonly kind: BlockKind;
  readonly entry: string;
  /** As people know it. */
  readonly name: string;
}

/** Stands for all other servers. */
export const allServers = '*';

const excluded = ({ filtering }: Pick<Site, 'filtering'>, key: string): readonly string[] =>
  filtering.excludes.find((clause) => clause.key === key)?.values ?? [];

/** Says that a site takes no ads of any other server. */
export const refusesAllServers = (site: Pick<Site, 'filtering'>): boolean =>
  excluded(site, 'peer').includes(allServers);

export const categoryBlock = (entry: string): Block => ({
  ...{ kind: 'categories', entry, name: categoryText(entry) },
});

export const typeBlock = (entry: string): Block => ({
  ...{ kind: 'types', entry, name: wordOf(entry) },
});

/** An advertiser by an ad, and where the ad leads to. */
export const advertiserBlock = (entry: string, domain: string): Block => ({
  ...{ kind: 'advertisers', entry, name: t('sites.advertiserOf', { ad: domain || entry }) },
});

/** All that a site blocks, list by list, but for all other servers at once. */
export function blocksOf(site: Site): readonly Block[] {
  const of = (kind: BlockKind, entries: readonly string[]) =>
    entries.map((entry): Block => ({ kind, entry, name: entry }));
  const servers = excluded(site, 'peer').filter((one) => one !== allServers);
  return [
    ...of('domains', site.blockedDomains),
    ...site.blockedCategories.map((entry) => categoryBlock(entry)),
    ...site.blockedAdvertisers.map(({ creativeId, domain }) => advertiserBlock(creativeId, domain)),
    ...excluded(site, 'type').map((entry) => typeBlock(entry)),
    ...of('servers', servers),
  ];
}

const toBlocks = ({ kind, entry }: Block): SiteBlocks => {
  // The server says which entries a list can have.
  const blocks: Readonly<Record<string, readonly string[]>> = { [kind]: [entry] };
  return blocks;
};

/** Blocks ads on a site by one entry, and takes them again; entries of others stay. */
export function useBlocks({ id }: Pick<Site, 'id'>) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: ({ isBlocked, ...block }: Block & { readonly isBlocked: boolean }) => {
      const decisions = { [isBlocked ? 'block' : 'allow']: toBlocks(block) };
      return request(changeDocument, { siteId: id, decisions });
    },
    onSuccess: (_answer, { isBlocked, ...block }) => {
      const undo = () => {
        change.mutate({ ...block, isBlocked: !isBlocked });
      };
      const { name } = block;
      say(isBlocked ? t('sites.isBlocked', { name }) : t('sites.isTakenAgain', { name }), undo);
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(siteQuery(id));
      await queryClient.invalidateQueries({ queryKey: ['site-creatives', id] });
    },
  });
  return change;
}

export type Blocks = ReturnType<typeof useBlocks>;
