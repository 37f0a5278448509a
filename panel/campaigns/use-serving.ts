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

/** What of it the campaign itself does not tell. */
const texts: Readonly<Partial<Record<Serving['hindrances'][number], string>>> = {
  budget_used: t('campaigns.theBudgetOfThisHour'),
  no_exchange_rate: t('campaigns.thereIsNoExchangeRate'),
};

/**
 * What else keeps a campaign from being shown, as it comes and goes; a change of its status is shown at once. While nobody
 * tells, the campaign is looked at now and then, and nothing else is known.
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
