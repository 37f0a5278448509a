import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
import type { Campaign, Creative } from './campaign';
import { listFeatures, readTargeting } from './targeting';

const document = graphql(`
  query SamplePage {
    samplePage {
      url
      medium
      boxes {
        size
        types
      }
    }
  }
`);

type Page = NonNullable<ResultOf<typeof document>['samplePage']>;

/** Leads to where the campaign can be seen, if this server has such a page, and says what decides on it. */
export function SamplePage({
  campaign,
  isShown,
}: {
  readonly campaign: Campaign;
  /** True where no reason is known why the campaign is not shown. */
  readonly isShown: boolean;
}) {
  const { data: page = null } = useQuery({
    queryKey: ['sample-page'],
    queryFn: async ({ signal }) => (await request(document, {}, signal)).samplePage,
    staleTime: 60_000,
  });
  if (page === null) return null;
  return (
    <section className="card" aria-labelledby="see-it">
      <h2 id="see-it">{t('campaigns.seeItForYourself')}</h2>
      <p>{whatToExpect(campaign, page, isShown)}</p>
      <Anchor href={page.url} target="_blank" fw={600}>
        {t('campaigns.seeItOnTheSamplePage')}
      </Anchor>
    </section>
  );
}

function whatToExpect(campaign: Campaign, { medium, boxes }: Page, isShown: boolean): string {
  if (campaign.medium !== medium || campaign.vendor !== null)
    return t('campaigns.theSamplePageIsAWebsite');
  if (!boxes.some((box) => campaign.creatives.nodes.some((ad) => fits(ad, box)))) {
    const sizes = [...new Set(boxes.map(({ size }) => size))].join(', ');
    return t('campaigns.noneFitsTheSamplePage', { sizes });
  }
  if (!isShown) return t('campaigns.onceNothingAboveKeepsIt');
  const targeting = readTargeting(campaign.targeting);
  const isNarrow = (['requires', 'excludes'] as const).some(
    (one) => listFeatures(targeting, one).length > 0,
  );
  return [
    t('campaigns.thereItCompetes'),
    ...(isNarrow ? [t('campaigns.onlyIfYouAreAmong')] : []),
  ].join(' ');
}

const fits = ({ status, type, scope }: Creative, { size, types }: Page['boxes'][number]): boolean =>
  status === 'active' && scope === size && types.includes(type);
