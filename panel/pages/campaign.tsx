import { Alert, Badge, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Campaign,
  campaignQuery,
  reasonsNotShown,
  updateCampaignDocument,
} from '../campaigns/campaign';
import { CampaignConversions } from '../campaigns/campaign-conversions';
import { CampaignCreatives } from '../campaigns/campaign-creatives';
import { featuresText } from '../campaigns/summary';
import { readTargeting } from '../campaigns/targeting';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { ButtonLink, TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { When } from '../parts/when';
import { useViewer } from '../viewer';

const cloneDocument = graphql(`
  mutation CloneCampaign($id: ID!) {
    cloneCampaign(id: $id) {
      id
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteCampaign($id: ID!) {
    deleteCampaign(id: $id)
  }
`);

const route = getRouteApi('/campaigns/$id');

/** One campaign: whether it is shown, its terms, ads and conversions. */
export function CampaignPage() {
  const { id } = route.useParams();
  const { data: campaign } = useSuspenseQuery(campaignQuery(id));
  const { funds, creditLimit } = useViewer();
  const reasons = reasonsNotShown(campaign, { funds, creditLimit, now: new Date() });
  return (
    <>
      <TextLink to="/campaigns" size="sm">
        Campaigns
      </TextLink>
      <PageHead
        title={campaign.name}
        about={
          <Badge variant="light" color={campaign.status === 'active' ? 'blue' : 'gray'} tt="none">
            {campaign.status}
          </Badge>
        }
      >
        <Actions campaign={campaign} />
      </PageHead>
      {reasons.length === 0 ? null : (
        <Alert color="yellow" title="It is not shown" mb="md">
          <ul className="reasons">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Terms campaign={campaign} />
      <CampaignCreatives campaign={campaign} />
      <CampaignConversions campaign={campaign} />
    </>
  );
}

function Actions({ campaign: { id, name, status } }: { readonly campaign: Campaign }) {
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isActive = status === 'active';
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    await queryClient.invalidateQueries(campaignQuery(id));
  };
  const toggle = useMutation({
    mutationFn: () =>
      request(updateCampaignDocument, { id, input: { status: isActive ? 'inactive' : 'active' } }),
    onSuccess: async () => {
      say(isActive ? `${name} is stopped.` : `${name} is started.`);
      await refresh();
    },
  });
  const clone = useMutation({
    mutationFn: () => request(cloneDocument, { id }),
    onSuccess: async ({ cloneCampaign }) => {
      say('This is the copy, a draft.');
      await refresh();
      await navigate({ to: '/campaigns/$id', params: { id: cloneCampaign.id } });
    },
  });
  const remove = useMutation({
    mutationFn: () => request(deleteDocument, { id }),
    onSuccess: async () => {
      say(`${name} is deleted.`);
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns' });
    },
  });
  return (
    <div>
      <Group gap="xs">
        <Button
          loading={toggle.isPending}
          onClick={() => {
            toggle.mutate();
          }}
        >
          {isActive ? 'Stop' : 'Start'}
        </Button>
        <ButtonLink variant="default" to="/campaigns/$id/edit" params={{ id }}>
          Edit
        </ButtonLink>
        <Button
          variant="default"
          loading={clone.isPending}
          onClick={() => {
            clone.mutate();
          }}
        >
          Copy
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setAsking(true);
          }}
        >
          Delete
        </Button>
      </Group>
      <Problem error={toggle.error ?? clone.error ?? remove.error} />
      <Confirm
        isOpen={isAsking}
        title={`Delete “${name}”?`}
        action="Delete campaign"
        isBusy={remove.isPending}
        onConfirm={() => {
          remove.mutate();
        }}
        onClose={() => {
          setAsking(false);
        }}
      >
        Its ads are deleted with it. Statistics and payments keep what it has done.
      </Confirm>
    </div>
  );
}

function Terms({ campaign }: { readonly campaign: Campaign }) {
  const { landingUrl, medium, vendor, hourlyBudget, pacing, maxCpm, maxCpc, startsAt, endsAt } =
    campaign;
  const targeting = readTargeting(campaign.targeting);
  const rows = [
    ['Where', vendor ?? medium],
    [
      'Landing page',
      <span key="url" className="mono">
        {landingUrl}
      </span>,
    ],
    ['Budget an hour', <Money key="budget" amount={hourlyBudget} unit="USD" />],
    ['Pace', pacing === 'even' ? 'evenly over the hour' : 'as fast as possible'],
    ['1,000 views', maxCpm === null ? 'automatic' : <Money key="cpm" amount={maxCpm} unit="USD" />],
    ['A click', maxCpc === null ? 'free' : <Money key="cpc" amount={maxCpc} unit="USD" />],
    ['Starts', <When key="starts" at={startsAt} />],
    ['Ends', endsAt === null ? 'when you stop it' : <When key="ends" at={endsAt} />],
    ['Required', featuresText(targeting, 'requires') || 'nothing'],
    ['Excluded', featuresText(targeting, 'excludes') || 'nothing'],
  ] as const;
  return (
    <section className="card" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <dl className="facts">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
