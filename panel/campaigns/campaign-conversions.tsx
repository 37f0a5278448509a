import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { formatMoney } from '../parts/money';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { type Campaign, campaignQuery } from './campaign';
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

/** What the advertiser wants to be told of, with the code for the landing page. */
export function CampaignConversions({ campaign }: { readonly campaign: Campaign }) {
  const queryClient = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const refresh = () => queryClient.invalidateQueries(campaignQuery(campaign.id));
  const remove = useMutation({
    mutationFn: (id: string) => request(deleteDocument, { id }),
    onSuccess: () => {
      say('The conversion is ended.');
      return refresh();
    },
  });
  return (
    <section className="card" aria-labelledby="conversions">
      <h2 id="conversions">Conversions</h2>
      <Problem error={remove.error} />
      <ClickMode campaign={campaign} onChanged={refresh} />
      {campaign.conversions.nodes.map(
        ({ id, name, type, eventType, value, occurrences, cost, link }) => (
          <div key={id} className="conversion">
            <div className="creative-foot">
              <span>
                <strong>{name}</strong>{' '}
                <span className="soft">
                  {eventType}
                  {value === null ? '' : `, ${formatMoney(value, 'USD')}`}
                  {type === 'advanced' ? ', signed' : ''} · {occurrences} so far for{' '}
                  {formatMoney(cost, 'USD')}
                </span>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={`End ${name}`}
                loading={remove.isPending}
                onClick={() => {
                  remove.mutate(id);
                }}
              >
                End
              </Button>
            </div>
            <CodeToCopy text={`<img src="${link}" width="1" height="1" alt="">`} />
          </div>
        ),
      )}
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
          Add a conversion
        </Button>
      )}
    </section>
  );
}

const modes = [
  { value: 'none', label: 'at once' },
  { value: 'basic', label: 'when the landing page loads this link' },
  { value: 'advanced', label: 'when the landing page loads this link, signed' },
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
        label="A click counts"
        data={[...modes]}
        value={conversionClick}
        disabled={set.isPending}
        onChange={({ currentTarget: { value } }) => {
          set.mutate(modes.find((mode) => mode.value === value)?.value ?? 'none');
        }}
      />
      {conversionClickLink === null ? null : (
        <CodeToCopy text={`<img src="${conversionClickLink}" width="1" height="1" alt="">`} />
      )}
    </>
  );
}

const isSigned = ({ conversionClick, conversions }: Campaign): boolean =>
  conversionClick === 'advanced' || conversions.nodes.some(({ type }) => type === 'advanced');

/** How links are signed, for a program of the advertiser’s. */
function Secret({ secret }: { readonly secret: string }) {
  return (
    <details className="disclosure">
      <summary>The secret that signs links</summary>
      <p className="soft">
        In a signed link, replace <span className="mono">value</span>,{' '}
        <span className="mono">nonce</span>, <span className="mono">timestamp</span> and{' '}
        <span className="mono">signature</span>. The signature is the SHA-256, as base64url, of the
        id in the link, the nonce’s bytes, the timestamp, the value, the case and this secret, one
        behind the other. Keep it on your server.
      </p>
      <CodeToCopy text={secret} label="Copy secret" />
    </details>
  );
}
