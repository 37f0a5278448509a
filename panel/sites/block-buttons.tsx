import { Button, Group } from '@mantine/core';
import { t } from '../texts/texts';
import {
  advertiserBlock,
  type Block,
  type BlockKind,
  type Blocks,
  categoryBlock,
  typeBlock,
} from './blocks';

/** An ad, as publishers are told of it. */
interface Ad {
  readonly id: string;
  readonly type: string;
  readonly landingUrl: string | null;
  readonly category: string | null;
  readonly peer: {
    readonly address: string;
    readonly name: string;
    readonly host: string;
  } | null;
}

/** A server by its name and host; one that is forgotten by its account alone. */
export const serverName = ({ address, name, host }: NonNullable<Ad['peer']>): string =>
  host === '' ? address : `${name} (${host})`;

const namesOf: Readonly<Record<BlockKind, (of: { readonly name: string }) => string>> = {
  domains: (of) => t('sites.blockDomain', of),
  categories: (of) => t('sites.blockCategory', of),
  advertisers: (of) => t('sites.blockAdvertiser', of),
  types: (of) => t('sites.blockType', of),
  servers: (of) => t('sites.blockServer', of),
};

/** As the server has domains. */
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** All that an ad can be blocked by. */
function blocksOfAd({ id, type, landingUrl, category, peer }: Ad): readonly Block[] {
  const host = landingUrl === null ? '' : (URL.parse(landingUrl)?.hostname ?? '');
  const domain = withoutWww(host);
  return [
    ...(domain === '' ? [] : [{ kind: 'domains', entry: domain, name: domain } as const]),
    ...(category === null ? [] : [categoryBlock(category)]),
    ...(peer ? [] : [advertiserBlock(id, domain)]),
    typeBlock(type),
    ...(peer ? [{ kind: 'servers', entry: peer.address, name: serverName(peer) } as const] : []),
  ];
}

/** Blocks by one press all ads that have something in common with an ad. */
export function BlockButtons({ ad, blocks }: { readonly ad: Ad; readonly blocks: Blocks }) {
  return (
    <Group gap={4} className="blocks">
      <span className="soft">{t('sites.block')}</span>
      {blocksOfAd(ad).map((block) => (
        <Button
          key={block.kind}
          size="compact-xs"
          variant="default"
          aria-label={namesOf[block.kind](block)}
          disabled={blocks.isPending}
          onClick={() => {
            blocks.mutate({ ...block, isBlocked: true });
          }}
        >
          {block.kind === 'advertisers' ? t('sites.advertiser') : block.name}
        </Button>
      ))}
    </Group>
  );
}
