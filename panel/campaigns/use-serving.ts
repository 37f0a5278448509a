import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { subscribe } from '../graphql/subscribe';
import { lookEveryMs } from '../statistics/use-now';
import { type Campaign, campaignQuery } from './campaign';

const servingDocument = graphql(`
  subscription CampaignServing($campaignId: ID!) {
    campaignServing(campaignId: $campaignId) {
      status
      state
      budgetLimit
      limitedBudget
      spent
      spentToday
      spentInAll
      setAside
      keptAwayBy
      keptAwayShare
      lostToPrice
      lostToBudget
      typicalWinningCpm
      narrowestFeature
      rejectingPublishers
      refusedDomain
      refusalReason
    }
  }
`);

export type Serving = ResultOf<typeof servingDocument>['campaignServing'];

/**
 * How a campaign stands with being shown, as that changes; a change of its status is shown at once. Null while the
 * server tells nothing: the campaign is read now and then.
 */
export function useServing({ id, status }: Campaign): Serving | null {
  const queryClient = useQueryClient();
  const [serving, setServing] = useState<Serving | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(
    () =>
      subscribe(
        servingDocument,
        { campaignId: id },
        {
          next: ({ campaignServing }) => {
            setServing(campaignServing);
            setLost(false);
          },
          lost: () => {
            setServing(null);
            setLost(true);
          },
        },
      ),
    [id],
  );
  useQuery({ ...campaignQuery(id), refetchInterval: isLost ? lookEveryMs : false });
  const told = serving?.status;
  useEffect(() => {
    if (told !== undefined && told !== status)
      void queryClient.invalidateQueries(campaignQuery(id));
    // Once for what is told: what is read in between may be older.
  }, [told]);
  return serving;
}
