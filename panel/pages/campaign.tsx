import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  type Campaign,
  campaignQuery,
  cloneCampaignDocument,
  deleteCampaignDocument,
  reasonsNotShown,
  updateCampaignDocument,
} from '../campaigns/campaign';
import { CampaignBidding } from '../campaigns/campaign-bidding';
import { CampaignConversions } from '../campaigns/campaign-conversions';
import { CampaignCreatives } from '../campaigns/campaign-creatives';
import { CampaignPeers } from '../campaigns/campaign-peers';
import { CampaignReach } from '../campaigns/campaign-reach';
import { CampaignTerms } from '../campaigns/campaign-terms';
import { SamplePage } from '../campaigns/sample-page';
import { isShownLess, servingReason } from '../campaigns/serving-reason';
import { useTargetingNames } from '../campaigns/targeting-names';
import { useServing } from '../campaigns/use-serving';
import { request } from '../graphql/request';
import { ConfirmedButton } from '../parts/confirmed-button';
import { ButtonLink, TextLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { StatusBadge } from '../parts/status-badge';
import { Breakdown } from '../statistics/breakdown';
import { Overview } from '../statistics/overview';
import { useLiveFigures } from '../statistics/use-live-figures';
import { t } from '../texts/texts';
import { useViewer } from '../viewer';

const route = getRouteApi('/campaigns/$id');

/** One campaign: whether it is shown, its terms, ads and conversions. */
export function CampaignPage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: campaign } = useSuspenseQuery(campaignQuery(id));
  const { funds, creditLimit } = useViewer();
  const live = useLiveFigures('campaign', id);
  const serving = useServing(campaign);
  const names = useTargetingNames(campaign.medium, campaign.vendor);
  const reason = serving && servingReason(serving, names);
  const reasons = [
    ...reasonsNotShown(campaign, { funds, creditLimit, now: new Date() }),
    ...(reason === null ? [] : [reason]),
  ];
  const isLess = serving !== null && isShownLess(serving);
  return (
    <>
      <TextLink to="/campaigns" size="sm">
        {t('dashboard.campaigns')}
      </TextLink>
      <PageHead
        title={campaign.name}
        about={<StatusBadge status={serving?.state ?? campaign.status} />}
      >
        <Actions campaign={campaign} />
      </PageHead>
      {reasons.length === 0 ? null : (
        <Alert
          color="yellow"
          title={isLess ? t('campaigns.itIsShownLess') : t('campaigns.itIsNotShown')}
          mb="md"
        >
          <ul className="reasons">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Alert>
      )}
      <TextLink to="/campaigns/$id/why" params={{ id }} size="sm" display="inline-block" mb="sm">
        {t('campaigns.whyNotShown')}
      </TextLink>
      <SamplePage campaign={campaign} isShown={reasons.length === 0 || isLess} />
      <Overview
        side="advertiser"
        search={search}
        filter={{ campaign: [id] }}
        live={live}
        onSearch={(to) => void navigate({ search: to, replace: true, resetScroll: false })}
      />
      <Breakdown
        side="advertiser"
        search={search}
        filter={{ campaign: [id] }}
        dimensions={[
          'creative',
          'host',
          'country',
          'device',
          'browser',
          'size',
          'hour',
          'frequency',
        ]}
      />
      <CampaignReach id={id} />
      <CampaignPeers campaign={campaign} search={search} />
      <CampaignTerms campaign={campaign} />
      <CampaignCreatives campaign={campaign} search={search} />
      <CampaignConversions campaign={campaign} />
      <CampaignBidding campaign={campaign} />
    </>
  );
}

function Actions({ campaign: { id, name, status } }: { readonly campaign: Campaign }) {
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const isActive = status === 'active';
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    await queryClient.invalidateQueries(campaignQuery(id));
  };
  const toggle = useMutation({
    mutationFn: () =>
      request(updateCampaignDocument, { id, input: { status: isActive ? 'inactive' : 'active' } }),
    onSuccess: async () => {
      say(isActive ? t('common.nameIsStopped', { name }) : t('common.nameIsStarted', { name }));
      await refresh();
    },
  });
  const clone = useMutation({
    mutationFn: () => request(cloneCampaignDocument, { id }),
    onSuccess: async ({ cloneCampaign }) => {
      say(t('campaigns.thisIsTheCopyA'));
      await refresh();
      await navigate({ to: '/campaigns/$id', params: { id: cloneCampaign.id } });
    },
  });
  const remove = useMutation({
    mutationFn: () => request(deleteCampaignDocument, { id }),
    onSuccess: async () => {
      say(t('common.nameIsDeleted', { name }));
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
          {isActive ? t('common.stop') : t('common.start')}
        </Button>
        <ButtonLink variant="default" to="/campaigns/$id/edit" params={{ id }}>
          {t('common.edit')}
        </ButtonLink>
        <Button
          variant="default"
          loading={clone.isPending}
          onClick={() => {
            clone.mutate();
          }}
        >
          {t('common.copy')}
        </Button>
        <ConfirmedButton
          label={t('common.delete')}
          title={t('common.deleteQuestion', { name })}
          action={t('campaigns.deleteCampaign')}
          change={remove}
        >
          {t('campaigns.itsAdsAreDeletedWith')}
        </ConfirmedButton>
      </Group>
      <Problem error={errorOfLast(toggle, clone)} />
    </div>
  );
}
