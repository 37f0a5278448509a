import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { subscribe } from '../graphql/subscribe';
import { t } from '../texts/texts';
import { lookEveryMs } from '../statistics/use-now';
import { type Campaign, campaignQuery } from './campaign';

const servingDocument = graphql(`
  subscription CampaignServing($campaignId: ID!) {
    campaignServing(campaignId: $campaignId) {
      status
      hindrances
    }
  }
`);

type Serving = ResultOf<typeof servingDocument>['campaignServing'];

/** Reasons that the campaign itself does not tell. */
const texts: Readonly<Partial<Record<Serving['hindrances'][number], string>>> = {
  budget_used: t('campaigns.theBudgetOfThisHour'),
  no_exchange_rate: t('campaigns.thereIsNoExchangeRate'),
};

/**
 * Lists the reasons outside a campaign that keep it from being shown, as they come and go; a change of its status is
 * shown at once. While the server tells nothing, the campaign is read now and then, and no such reason is known.
 */
export function useHindrances({ id, status }: Campaign): readonly string[] {
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
  return serving?.hindrances.flatMap((one) => texts[one] ?? []) ?? [];
}
