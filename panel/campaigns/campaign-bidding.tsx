import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { type Campaign, campaignQuery, updateCampaignDocument } from './campaign';
import { OwnStrategy } from './own-strategy';

const strategiesDocument = graphql(`
  query BidStrategies {
    bidStrategies {
      id
      name
      medium
      vendor
      advertiserId
    }
  }
`);

const createDocument = graphql(`
  mutation CreateBidStrategy($name: String!, $medium: String!, $vendor: String) {
    createBidStrategy(name: $name, medium: $medium, vendor: $vendor) {
      id
    }
  }
`);

/** How the campaign bids: by a strategy of its medium, the server’s or one of the advertiser’s own. */
export function CampaignBidding({ campaign }: { readonly campaign: Campaign }) {
  const { id: campaignId, medium, vendor, bidStrategyId } = campaign;
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const strategies = useQuery({
    queryKey: ['bid-strategies'],
    queryFn: async ({ signal }) => (await request(strategiesDocument, {}, signal)).bidStrategies,
  });
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['bid-strategies'] });
    await queryClient.invalidateQueries(campaignQuery(campaignId));
  };
  const choose = useMutation({
    mutationFn: (id: string) =>
      request(updateCampaignDocument, { id: campaignId, input: { bidStrategyId: id } }),
    onSuccess: () => {
      say(t('campaigns.theCampaignBidsByIt'));
    },
    onSettled: refresh,
  });
  const create = useMutation({
    mutationFn: () => request(createDocument, { name: name.trim(), medium, vendor }),
    onSuccess: ({ createBidStrategy: { id } }) => {
      setName('');
      choose.mutate(id);
    },
  });
  const fitting = strategies.data?.filter((one) => one.medium === medium && one.vendor === vendor);
  const own = fitting?.filter(({ advertiserId }) => advertiserId !== null);
  const error = errorOfLast(create, choose);
  const problem = fieldErrors(error)['name'];
  return (
    <section className="card" aria-labelledby="bidding">
      <h2 id="bidding">{t('campaigns.bidStrategy')}</h2>
      <Problem error={strategies.error} onRetry={() => void strategies.refetch()} />
      {problem === undefined ? <Problem error={error} /> : null}
      <NativeSelect
        label={t('campaigns.itBidsBy')}
        data={(fitting ?? []).map((one) => ({
          value: one.id,
          label:
            one.advertiserId === null
              ? t('campaigns.strategyOfServer', { name: one.name })
              : one.name,
        }))}
        value={bidStrategyId}
        disabled={choose.isPending}
        onChange={({ currentTarget: { value } }) => {
          choose.mutate(value);
        }}
      />
      <details className="disclosure">
        <summary>{t('campaigns.strategiesOfYourOwn')}</summary>
        <form
          className="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <TextInput
            label={t('campaigns.nameOfANewOne')}
            required
            maxLength={255}
            value={name}
            error={problem}
            onChange={({ currentTarget: { value } }) => {
              setName(value);
            }}
          />
          <Button type="submit" variant="default" loading={create.isPending}>
            {t('campaigns.makeAndUseIt')}
          </Button>
        </form>
        {own?.map((one) => (
          <OwnStrategy
            key={`${one.id} ${one.name}`}
            strategy={one}
            isInUse={one.id === bidStrategyId}
            onChanged={refresh}
          />
        ))}
      </details>
    </section>
  );
}
