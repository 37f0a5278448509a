import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { subscribe } from '../graphql/subscribe';

const campaignDocument = graphql(`
  subscription CampaignFiguresNow($id: ID!, $from: DateTime!) {
    campaignFigures(campaignId: $id, from: $from) {
      revision
    }
  }
`);

const siteDocument = graphql(`
  subscription SiteFiguresNow($id: ID!, $from: DateTime!) {
    siteFigures(siteId: $id, from: $from) {
      revision
    }
  }
`);

/** However much happens, figures are asked for once in this time. */
const refreshMs = 2_000;
const hourMs = 3_600_000;

/** Says that somebody tells when figures have become others: `lost` while he is not heard. */
export type Live = 'live' | 'lost';

/** Asks for figures again when those of the campaign or site that they are of have become others. */
export function useLiveFigures(kind: 'campaign' | 'site', id: string): Live {
  const queryClient = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let known: string | null = null;
    let timer: number | null = null;
    const lost = () => {
      setLost(true);
    };
    const onRevision = (revision: string) => {
      setLost(false);
      const isOther = known !== null && known !== revision;
      known = revision;
      if (!isOther) return;
      timer ??= window.setTimeout(() => {
        timer = null;
        void queryClient.invalidateQueries({ queryKey: ['figures'] });
      }, refreshMs);
    };
    // New figures are in the last hour, wherever the page begins.
    const from = new Date(Date.now() - hourMs).toISOString();
    const end =
      kind === 'campaign'
        ? subscribe(
            campaignDocument,
            { id, from },
            {
              next: ({ campaignFigures }) => {
                onRevision(campaignFigures.revision);
              },
              lost,
            },
          )
        : subscribe(
            siteDocument,
            { id, from },
            {
              next: ({ siteFigures }) => {
                onRevision(siteFigures.revision);
              },
              lost,
            },
          );
    return () => {
      end();
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [kind, id, queryClient]);
  return isLost ? 'lost' : 'live';
}
