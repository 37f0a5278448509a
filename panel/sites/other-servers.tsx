import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import { allServers, refusedServers } from './refused-servers';
import type { Site } from './site';
import type { useRefusal } from './use-refusal';

/** Other servers of the network whose ads a site does not take: all of them, or some. */
export function OtherServers({
  site,
  refusal,
}: {
  readonly site: Site;
  readonly refusal: ReturnType<typeof useRefusal>;
}) {
  const refused = refusedServers(site);
  // It follows the hand at once.
  const isToggled = refusal.isPending && refusal.variables === allServers;
  return (
    <Stack gap="xs" mb="md">
      <Checkbox
        label={t('sites.noAdsOfOtherServers')}
        description={t('sites.otherServersOfTheNetwork')}
        checked={refused.includes(allServers) !== isToggled}
        disabled={refusal.isPending}
        onChange={() => {
          refusal.mutate(allServers);
        }}
      />
      {refused
        .filter((server) => server !== allServers)
        .map((server) => (
          <Group key={server} gap="xs">
            <span>
              {t('sites.noAdsOf')} {mono(server)}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={t('sites.takeServerAgain', { server })}
              disabled={refusal.isPending}
              onClick={() => {
                refusal.mutate(server);
              }}
            >
              {t('sites.takeAgain')}
            </Button>
          </Group>
        ))}
    </Stack>
  );
}
