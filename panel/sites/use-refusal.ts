import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../graphql/request';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { refusedServers, withToggled } from './refused-servers';
import { type Site, siteQuery, updateSiteDocument } from './site';

/** Refuses a server that a site takes ads of, and takes ads of one again that it refuses. */
export function useRefusal({ id, filtering }: Site) {
  const queryClient = useQueryClient();
  const refused = refusedServers({ filtering });
  return useMutation({
    mutationFn: (server: string) => {
      return request(updateSiteDocument, {
        id,
        input: { filtering: withToggled(filtering, server) },
      });
    },
    onSuccess: (_answer, server) => {
      say(t(refused.includes(server) ? 'sites.serverIsTakenAgain' : 'sites.serverIsRefused'));
    },
    onSettled: async () => {
      await queryClient.invalidateQueries(siteQuery(id));
      await queryClient.invalidateQueries({ queryKey: ['site-creatives', id] });
    },
  });
}
