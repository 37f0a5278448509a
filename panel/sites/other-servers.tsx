import { Checkbox } from '@mantine/core';
import { t } from '../texts/texts';
import { allServers, type Blocks, refusesAllServers } from './blocks';
import type { Site } from './site';

/** Refuses the ads of all other servers of the network, or takes them. */
export function OtherServers({ site, blocks }: { readonly site: Site; readonly blocks: Blocks }) {
  // It follows the hand at once.
  const isToggled = blocks.isPending && blocks.variables.entry === allServers;
  const isRefused = refusesAllServers(site);
  const name = t('sites.allOtherServers');
  return (
    <Checkbox
      mb="md"
      label={t('sites.noAdsOfOtherServers')}
      description={t('sites.otherServersOfTheNetwork')}
      checked={isRefused !== isToggled}
      disabled={blocks.isPending}
      onChange={() => {
        blocks.mutate({ kind: 'servers', entry: allServers, name, isBlocked: !isRefused });
      }}
    />
  );
}
