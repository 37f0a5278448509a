import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { type Site, siteQuery } from './site';

const claimDocument = graphql(`
  mutation ClaimSiteByAdsTxt($siteId: ID!) {
    claimSiteByAdsTxt(siteId: $siteId) {
      id
    }
  }
`);

/** Makes ads on the site’s host that name no publisher earn for this one, once its `ads.txt` has the line. */
export function ClaimHost({ site }: { readonly site: Site }) {
  const { id: siteId, host, canClaimHost, isHostClaimed } = site;
  const queryClient = useQueryClient();
  const claim = useMutation({
    mutationFn: () => request(claimDocument, { siteId }),
    onSuccess: async () => {
      say(t('sites.hostEarnsForYou', { host }));
      await queryClient.invalidateQueries(siteQuery(siteId));
    },
  });
  if (isHostClaimed) return <p className="soft">{t('sites.hostEarnsForYouToo', { host })}</p>;
  if (!canClaimHost) return null;
  return (
    <>
      <p className="soft">{t('sites.hostEarnsForNobody', { host })}</p>
      <Problem error={claim.error} />
      <Button
        variant="default"
        mb="sm"
        loading={claim.isPending}
        onClick={() => {
          claim.mutate();
        }}
      >
        {t('sites.claimHost', { host })}
      </Button>
    </>
  );
}
