import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useViewer } from '../viewer';

const campaignNames = graphql(`
  query CampaignNames {
    campaigns(first: 200) {
      nodes {
        id
        name
      }
    }
  }
`);

const siteNames = graphql(`
  query SiteNames {
    sites(first: 100) {
      nodes {
        id
        name
      }
    }
  }
`);

/** What the person calls their first campaigns and sites; the beginning of the id for any other. */
export function useNames(): (id: string) => string {
  const { roles } = useViewer();
  const campaigns = useQuery({
    queryKey: ['campaigns', 'names'],
    queryFn: async ({ signal }) => (await request(campaignNames, {}, signal)).campaigns.nodes,
    enabled: roles.includes('advertiser'),
  });
  const sites = useQuery({
    queryKey: ['sites', 'names'],
    queryFn: async ({ signal }) => (await request(siteNames, {}, signal)).sites.nodes,
    enabled: roles.includes('publisher'),
  });
  const names = new Map(
    [...(campaigns.data ?? []), ...(sites.data ?? [])].map(({ id, name }) => [id, name]),
  );
  return (id) => names.get(id) ?? id.slice(0, 8);
}
