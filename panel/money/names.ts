import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useViewer } from '../viewer';

const campaignNames = graphql(`
  query CampaignNames($after: String) {
    campaigns(first: 250, after: $after) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const siteNames = graphql(`
  query SiteNames($after: String) {
    sites(first: 250, after: $after) {
      nodes {
        id
        name
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Ten thousand names; whoever has more reads the beginning of an id here and there. */
const mostPages = 40;

interface Named {
  readonly nodes: readonly { readonly id: string; readonly name: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

async function readNames(
  read: (after: string | null) => Promise<Named>,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const { nodes, pageInfo }: Named = await read(after);
    for (const { id, name } of nodes) names.set(id, name);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return names;
}

/**
 * Names the person's campaigns and sites; the beginning of the id for any other.
 *
 * @param ids those that are shown. Names are asked for again once there is another one: a campaign may be younger than they
 */
export function useNames(ids: readonly string[]): (id: string) => string {
  const { roles } = useViewer();
  const campaigns = useQuery({
    queryKey: ['campaigns', 'names'],
    queryFn: ({ signal }) =>
      readNames(async (after) => (await request(campaignNames, { after }, signal)).campaigns),
    enabled: roles.includes('advertiser'),
  });
  const sites = useQuery({
    queryKey: ['sites', 'names'],
    queryFn: ({ signal }) =>
      readNames(async (after) => (await request(siteNames, { after }, signal)).sites),
    enabled: roles.includes('publisher'),
  });
  const find = (id: string) => campaigns.data?.get(id) ?? sites.data?.get(id);
  const unknown = ids.filter((id) => find(id) === undefined).join(' ');
  useEffect(() => {
    if (unknown !== '' && campaigns.data) void campaigns.refetch();
    if (unknown !== '' && sites.data) void sites.refetch();
  }, [unknown]);
  return (id) => find(id) ?? id.slice(0, 8);
}
