import { Button, Group } from '@mantine/core';
import { mono } from '../parts/mono';
import { Problem } from '../parts/problem';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import { type BlockKind, type Blocks, blocksOf } from './blocks';
import type { Site } from './site';

const titles: Readonly<Record<BlockKind, string>> = {
  domains: t('sites.blockedDomains'),
  categories: t('sites.blockedCategories'),
  advertisers: t('sites.blockedAdvertisers'),
  types: t('sites.blockedTypes'),
  servers: t('sites.blockedServers'),
};

/** All that a site has blocked, each entry to be taken again. */
export function BlockedAds({ site, blocks }: { readonly site: Site; readonly blocks: Blocks }) {
  const blocked = Object.groupBy(blocksOf(site), ({ kind }) => kind);
  const lists = Object.values(blocked);
  if (lists.length === 0) return null;
  const count = formatCount(lists.flat().length);
  return (
    <details className="disclosure blocks">
      <summary>{t('sites.blockedCount', { count })}</summary>
      <Problem error={blocks.error} />
      {lists.map((list) => {
        const title = titles[list[0]?.kind ?? 'domains'];
        return (
          <section key={title} aria-label={title}>
            <p className="soft">{title}</p>
            {list.map((block) => (
              <Group key={block.entry} gap="xs" mt="xs">
                {block.name === block.entry ? mono(block.name) : <span>{block.name}</span>}
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('sites.takeThatAgain', block)}
                  disabled={blocks.isPending}
                  onClick={() => {
                    blocks.mutate({ ...block, isBlocked: false });
                  }}
                >
                  {t('sites.takeAgain')}
                </Button>
              </Group>
            ))}
          </section>
        );
      })}
    </details>
  );
}
