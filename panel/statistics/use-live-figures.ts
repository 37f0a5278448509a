import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { subscribe } from '../graphql/subscribe';
import type { FiguresFilter } from './figures';

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

/**
 * Asks for figures again when those of the campaign or site that they are of have become others.
 *
 * @returns whether somebody tells: `lost` while he is not heard, and null where they are of neither
 */
export function useLiveFigures({ campaign, site }: FiguresFilter): 'live' | 'lost' | null {
  const queryClient = useQueryClient();
  const [isLost, setLost] = useState(false);
  const campaignId = campaign?.[0];
  const siteId = site?.[0];
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
      campaignId !== undefined
        ? subscribe(
            campaignDocument,
            { id: campaignId, from },
            {
              next: ({ campaignFigures }) => {
                onRevision(campaignFigures.revision);
              },
              lost,
            },
          )
        : siteId !== undefined
          ? subscribe(
              siteDocument,
              { id: siteId, from },
              {
                next: ({ siteFigures }) => {
                  onRevision(siteFigures.revision);
                },
                lost,
              },
            )
          : null;
    return () => {
      end?.();
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [campaignId, siteId, queryClient]);
  if (campaignId === undefined && siteId === undefined) return null;
  return isLost ? 'lost' : 'live';
}
