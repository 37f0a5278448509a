import { Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOfLines } from '../form-lines';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { mono } from '../parts/mono';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import { type Site, siteQuery } from './site';
import type { SiteFormProps } from './site-form';

const decideDocument = graphql(`
  mutation DecideOnDomains($siteId: ID!, $decisions: DomainDecisionsInput!) {
    decideOnDomains(siteId: $siteId, decisions: $decisions) {
      id
    }
  }
`);

/** Blocks a landing domain on a site, and takes ads that lead there again. */
export function useDomainBlocks({ id }: Pick<Site, 'id'>) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: ({
      domain,
      isBlocked,
    }: {
      readonly domain: string;
      readonly isBlocked: boolean;
    }) => {
      const decisions = isBlocked ? { block: [domain] } : { allow: [domain] };
      return request(decideDocument, { siteId: id, decisions });
    },
    onSuccess: (_answer, { domain, isBlocked }) => {
      say(
        isBlocked
          ? t('sites.domainIsBlocked', { domain })
          : t('sites.domainIsTakenAgain', { domain }),
      );
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(siteQuery(id));
      await queryClient.invalidateQueries({ queryKey: ['site-creatives', id] });
    },
  });
  return change;
}

/** Blocks the domain that an ad leads to, by one press; nothing where the ad leads nowhere. */
export function BlockDomain({
  landingUrl,
  blocks,
}: {
  readonly landingUrl: string | null;
  readonly blocks: ReturnType<typeof useDomainBlocks>;
}) {
  const domain = landingUrl === null ? undefined : URL.parse(landingUrl)?.hostname;
  if (domain === undefined || domain === '') return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={t('sites.blockAllThatLeadTo', { domain: withoutWww(domain) })}
      disabled={blocks.isPending}
      onClick={() => {
        blocks.mutate({ domain: withoutWww(domain), isBlocked: true });
      }}
    >
      {t('sites.blockThisDomain')}
    </Button>
  );
}

/** As the server has domains. */
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** The landing domains that a site has blocked, each to be taken again. */
export function BlockedDomains({ site }: { readonly site: Site }) {
  const blocks = useDomainBlocks(site);
  const { blockedDomains } = site;
  if (blockedDomains.length === 0) return null;
  const count = formatCount(blockedDomains.length);
  return (
    <details className="disclosure blocked-domains">
      <summary>{t('sites.blockedDomainsCount', { count })}</summary>
      <Problem error={blocks.error} />
      {blockedDomains.map((domain) => (
        <Group key={domain} gap="xs" mt="xs">
          {mono(domain)}
          <Button
            size="xs"
            variant="default"
            aria-label={t('sites.takeDomainAgain', { domain })}
            disabled={blocks.isPending}
            onClick={() => {
              blocks.mutate({ domain, isBlocked: false });
            }}
          >
            {t('sites.takeAgain')}
          </Button>
        </Group>
      ))}
    </details>
  );
}

/** The same in the form of a site, one in a line. */
export function BlockedDomainsField({ values, problems, onChange }: SiteFormProps) {
  return (
    <Textarea
      label={t('sites.blockedDomains')}
      description={t('sites.blockedDomainsAbout')}
      minRows={2}
      maxRows={12}
      autosize
      value={values.blockedDomains}
      error={problemOfLines(problems, 'blockedDomains')}
      onChange={({ currentTarget: { value } }) => {
        onChange({ blockedDomains: value });
      }}
    />
  );
}
