import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { formatMoney } from '../parts/money';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { mono } from '../parts/mono';
import { formatCount } from '../statistics/series';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { type Campaign, campaignQuery, withCase } from './campaign';
import { ConversionCalls } from './conversion-calls';
import { NewConversion } from './new-conversion';

const deleteDocument = graphql(`
  mutation DeleteConversion($id: ID!) {
    deleteConversion(id: $id) {
      id
    }
  }
`);

const clickDocument = graphql(`
  mutation SetClickConversion($campaignId: ID!, $mode: ClickConversionMode!) {
    setClickConversion(campaignId: $campaignId, mode: $mode) {
      mode
    }
  }
`);

/** The events that the advertiser wants reports of, with the code for the landing page. */
export function CampaignConversions({ campaign }: { readonly campaign: Campaign }) {
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const refresh = () => queryClient.invalidateQueries(campaignQuery(campaign.id));
  // Reports of pages come while this page is open.
  useQuery({ ...campaignQuery(campaign.id), refetchInterval: lookEveryMs });
  const remove = useMutation({
    mutationFn: (id: string) => request(deleteDocument, { id }),
    onSuccess: () => {
      say(t('campaigns.theConversionIsEnded'));
      return refresh();
    },
  });
  return (
    <section className="card" aria-labelledby="conversions">
      <h2 id="conversions">{t('campaigns.conversions')}</h2>
      <Problem error={remove.error} />
      <ClickMode campaign={campaign} onChanged={refresh} />
      {campaign.conversions.nodes.length === 0 && campaign.conversionClick !== 'basic' ? null : (
        <>
          <p className="soft">{t('campaigns.onEveryPage')}</p>
          <CodeToCopy text={campaign.landingCode} label={t('campaigns.copyLandingCode')} />
        </>
      )}
      {campaign.conversions.nodes.map((conversion) => {
        const { id, name, type, eventType, value, dailyLimit, occurrences, cost } = conversion;
        return (
          <div key={id} className="conversion">
            <div className="creative-foot">
              <span>
                <strong>{name}</strong>{' '}
                <span className="soft">
                  {[
                    eventType,
                    ...(value === null ? [] : [formatMoney(value, 'USD')]),
                    type === 'advanced'
                      ? t('campaigns.signed')
                      : t('campaigns.atMostADay', { count: formatCount(dailyLimit) }),
                  ].join(', ')}{' '}
                  ·{' '}
                  {t('campaigns.soFarFor', {
                    count: formatCount(occurrences),
                    cost: formatMoney(cost, 'USD'),
                  })}
                </span>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={t('campaigns.endName', { name })}
                loading={remove.isPending}
                onClick={() => {
                  remove.mutate(id);
                }}
              >
                {t('campaigns.end')}
              </Button>
            </div>
            <ConversionCalls campaign={campaign} conversion={conversion} onTested={refresh} />
          </div>
        );
      })}
      {isSigned(campaign) ? <Secret secret={campaign.secret} /> : null}
      {isAdding ? (
        <NewConversion
          campaignId={campaign.id}
          onDone={async () => {
            setAdding(false);
            await refresh();
          }}
        />
      ) : (
        <Button
          variant="default"
          mt="md"
          onClick={() => {
            setAdding(true);
          }}
        >
          {t('campaigns.addAConversion')}
        </Button>
      )}
    </section>
  );
}

const modes = [
  { value: 'none', label: t('campaigns.atOnce') },
  { value: 'basic', label: t('campaigns.whenTheLandingPageLoads') },
  { value: 'advanced', label: t('campaigns.whenTheSignedLinkIsLoaded') },
] as const;

function ClickMode({
  campaign: { id: campaignId, conversionClick, conversionClickLink },
  onChanged,
}: {
  readonly campaign: Campaign;
  readonly onChanged: () => Promise<void>;
}) {
  const set = useMutation({
    mutationFn: (mode: Campaign['conversionClick']) => request(clickDocument, { campaignId, mode }),
    onSuccess: onChanged,
  });
  return (
    <>
      <Problem error={set.error} />
      <NativeSelect
        label={t('campaigns.aClickCounts')}
        data={[...modes]}
        value={conversionClick}
        disabled={set.isPending}
        onChange={({ currentTarget: { value } }) => {
          set.mutate(modes.find((mode) => mode.value === value)?.value ?? 'none');
        }}
      />
      {conversionClick === 'advanced' && conversionClickLink !== null ? (
        <CodeToCopy text={withCase(conversionClickLink)} />
      ) : null}
    </>
  );
}

const isSigned = ({ conversionClick, conversions }: Campaign): boolean =>
  conversionClick === 'advanced' || conversions.nodes.some(({ type }) => type === 'advanced');

/** How links are signed, for a program of the advertiser’s. */
function Secret({ secret }: { readonly secret: string }) {
  return (
    <details className="disclosure">
      <summary>{t('campaigns.theSecretThatSignsLinks')}</summary>
      <p className="soft">{t.rich('campaigns.howToSign', { mono })}</p>
      <CodeToCopy text={secret} label={t('campaigns.copySecret')} />
    </details>
  );
}
