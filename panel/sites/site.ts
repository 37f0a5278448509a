import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { t } from '../texts/texts';

const siteDocument = graphql(`
  query Site($id: ID!) {
    site(id: $id) {
      id
      name
      host
      status
      medium
      vendor
      primaryLanguage
      categories
      onlyAcceptedCreatives
      onlyDirectDeals
      minimumRpm
      minimumRpms
      timeZone
      blockedDomains
      blockedCategories
      blockedAdvertisers {
        creativeId
        domain
      }
      acceptedCreativeIds
      rejectedCreativeIds
      adsTxtLine
      canClaimHost
      isHostClaimed
      filtering {
        requires {
          key
          values
        }
        excludes {
          key
          values
        }
      }
    }
  }
`);

export type Site = ResultOf<typeof siteDocument>['site'];

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: ['site', id],
    queryFn: async ({ signal }) => (await request(siteDocument, { id }, signal)).site,
  });

export const updateSiteDocument = graphql(`
  mutation UpdateSite($id: ID!, $input: UpdateSiteInput!) {
    updateSite(id: $id, input: $input) {
      id
      status
    }
  }
`);

export const archiveSiteDocument = graphql(`
  mutation ArchiveSite($id: ID!) {
    archiveSite(id: $id) {
      id
    }
  }
`);

/** Tells why a site shows no ads, and what its publisher can do. */
export function whyNoAds({ status }: Pick<Site, 'status'>): string | null {
  if (status === 'pending') return t('sites.operatorLooksFirst');
  if (status === 'rejected') return t('sites.operatorHasRefused');
  if (status === 'draft') return t('common.itIsADraftStart');
  return status === 'inactive' ? t('common.itIsStoppedStartIt') : null;
}

/** Says that the publisher cannot change the status any more, or not yet. */
export const isReviewed = ({ status }: Pick<Site, 'status'>): boolean =>
  status === 'pending' || status === 'rejected';
