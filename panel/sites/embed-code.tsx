import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Preview } from '../campaigns/preview';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import type { Placement } from './placement';
import { type Site, whyNoAds } from './site';

const previewDocument = graphql(`
  mutation PreviewPlacement($bidRequest: BidRequestInput!) {
    requestBids(bidRequest: $bidRequest) {
      bids {
        creativeId
        type
        mime
        scope
        serveUrl
        rpm
      }
    }
  }
`);

/** The line for a page, and what would be there now. */
export function EmbedCode({
  site,
  placement,
}: {
  readonly site: Site;
  readonly placement: Placement;
}) {
  const { embedCode } = placement;
  return (
    <div className="embed">
      {embedCode === null ? (
        <p className="soft">{t.rich('sites.modelsAreShown', { mono, id: placement.id })}</p>
      ) : (
        <>
          <p>{t('sites.putThisLineWhereThe')}</p>
          <CodeToCopy text={embedCode} />
        </>
      )}
      <PlacementPreview site={site} placement={placement} />
    </div>
  );
}

/**
 * Asks for an ad as the page would, and shows it: pictures, or a frame of the serving origin that can do nothing here.
 * Nothing is told of it, so nothing is counted.
 */
function PlacementPreview({
  site,
  placement,
}: {
  readonly site: Site;
  readonly placement: Placement;
}) {
  const bid = useQuery({
    queryKey: ['preview', placement.id],
    queryFn: async ({ signal }) => {
      const bidRequest = {
        id: crypto.getRandomValues(new Uint32Array(4)).join('-'),
        site: { url: `https://${site.host}/` },
        imps: [{ id: '1', placementId: placement.id }],
      };
      const { requestBids } = await request(previewDocument, { bidRequest }, signal);
      return requestBids.bids[0] ?? null;
    },
    staleTime: Infinity,
  });
  return (
    <section className="embed-preview" aria-label={t('sites.previewOf', { name: placement.name })}>
      <div className="creative-foot">
        <h3>{t('sites.whatItWouldShowNow')}</h3>
        <Button
          variant="default"
          size="xs"
          loading={bid.isFetching}
          onClick={() => void bid.refetch()}
        >
          {t('sites.anotherOne')}
        </Button>
      </div>
      <Problem error={bid.error} />
      {bid.isPending ? <Loading /> : null}
      {bid.data === null ? (
        <p className="soft">{whyNoAds(site) ?? t('sites.nothingNoCampaignOfNow')}</p>
      ) : null}
      {bid.data ? (
        <>
          <Preview
            {...bid.data}
            url={bid.data.serveUrl}
            name={t('sites.adIn', { name: placement.name })}
          />
          <p className="soft small">{t('sites.onlyYouSeeThisIt')}</p>
        </>
      ) : null}
    </section>
  );
}
