import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

const campaignDocument = graphql(`
  query Campaign($id: ID!) {
    campaign(id: $id) {
      id
      name
      status
      suspendedReason
      medium
      vendor
      landingUrl
      hourlyBudget
      pacing
      maxCpm
      maxCpc
      startsAt
      endsAt
      targeting
      secret
      conversionClick
      conversionClickLink
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
          type
          mime
          scope
          status
          rejectionReason
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
          occurrences
          cost
          isValueMutable
          isRepeatable
        }
      }
    }
  }
`);

export type Campaign = ResultOf<typeof campaignDocument>['campaign'];
export type Creative = Campaign['creatives']['nodes'][number];

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaign', id],
    queryFn: async ({ signal }) => (await request(campaignDocument, { id }, signal)).campaign,
  });

export const updateCampaignDocument = graphql(`
  mutation UpdateCampaign($id: ID!, $input: UpdateCampaignInput!) {
    updateCampaign(id: $id, input: $input) {
      id
      status
    }
  }
`);

/** What keeps a campaign from being shown, as far as its advertiser can see and change it. */
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
    [status === 'draft', 'It is a draft: start it.'],
    [status === 'inactive', 'It is stopped: start it.'],
    [status === 'suspended', `It was suspended: ${suspendedReason ?? 'ask the operator'}.`],
    [new Date(startsAt) > now, 'It has not begun yet.'],
    [endsAt !== null && new Date(endsAt) <= now, 'It has ended: give it a later end.'],
    [creatives.nodes.length === 0, 'It has no ads: add one.'],
    [
      creatives.nodes.length > 0 &&
        creatives.nodes.every((creative) => creative.status !== 'active'),
      'None of its ads is active.',
    ],
    [isBroke, 'Your funds and credit are used up.'],
  ];
  return reasons.flatMap(([is, text]) => (is ? [text] : []));
}
