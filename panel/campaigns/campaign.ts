import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import { campaignTerms } from './campaign-form';

const campaignDocument = graphql(
  `
    query Campaign($id: ID!) {
      campaign(id: $id) {
        ...CampaignTerms
        id
        status
        suspendedReason
        secret
        conversionClick
        conversionClickLink
        landingCode
        testCaseId
        testLandingUrl
        bidStrategyId
        classifications {
          classifier
          status
          keywords
        }
        creatives(first: 100) {
          nodes {
            id
            name
            alt
            impressionPixels
            weight
            frequencyCaps
            rotation {
              share
              rate
              leastRate
              mostRate
            }
            type
            mime
            scope
            status
            review
            rejectionReason
            startsAt
            endsAt
            url
          }
        }
        conversions(first: 100) {
          nodes {
            id
            name
            type
            eventType
            value
            limitType
            link
            code
            lastRecordedAt
            lastTestAt
            lastTestValue
            lastRefusedAt
            lastRefusal
            occurrences
            cost
            isValueMutable
            isRepeatable
            dailyLimit
          }
        }
      }
    }
  `,
  [campaignTerms],
);

export type Campaign = ResultOf<typeof campaignDocument>['campaign'];
export type Creative = Campaign['creatives']['nodes'][number];

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }) => (await request(campaignDocument, { id }, signal)).campaign,
  });

/** A signed link with the place of the case, as a server calls it. */
export const withCase = (link: string): string => `${link}&cid=cid`;

export const updateCampaignDocument = graphql(`
  mutation UpdateCampaign($id: ID!, $input: UpdateCampaignInput!) {
    updateCampaign(id: $id, input: $input) {
      id
      status
    }
  }
`);

export const cloneCampaignDocument = graphql(`
  mutation CloneCampaign($id: ID!) {
    cloneCampaign(id: $id) {
      id
    }
  }
`);

export const deleteCampaignDocument = graphql(`
  mutation DeleteCampaign($id: ID!) {
    deleteCampaign(id: $id)
  }
`);

/** Lists the reasons why a campaign is not shown, as far as its advertiser can see and change them. */
export function reasonsNotShown(
  campaign: Campaign,
  {
    funds,
    creditLimit,
    now,
  }: { readonly funds: string; readonly creditLimit: string | null; readonly now: Date },
): readonly string[] {
  const { status, suspendedReason, startsAt, endsAt, creatives } = campaign;
  const isBroke = creditLimit !== null && Number(funds) + Number(creditLimit) <= 0;
  const reasons: readonly (readonly [boolean, string])[] = [
    [status === 'draft', t('common.itIsADraftStart')],
    [status === 'inactive', t('common.itIsStoppedStartIt')],
    [
      status === 'suspended',
      t('campaigns.wasSuspended', { reason: suspendedReason ?? t('campaigns.askTheOperator') }),
    ],
    [new Date(startsAt) > now, t('campaigns.itBeginsAt', { at: formatTime(startsAt) })],
    [endsAt !== null && new Date(endsAt) <= now, t('campaigns.itHasEndedGiveIt')],
    [creatives.nodes.length === 0, t('campaigns.itHasNoAdsAdd')],
    [
      creatives.nodes.length > 0 &&
        creatives.nodes.every((creative) => creative.status !== 'active'),
      t('campaigns.noneOfItsAdsIs'),
    ],
    [isBroke, t('campaigns.yourFundsAndCreditAre')],
  ];
  return reasons.flatMap(([is, text]) => (is ? [text] : []));
}
