import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../graphql/request';
import { Problem } from '../../parts/problem';
import { say } from '../../parts/status';
import { t } from '../../texts/texts';
import { updateCampaignDocument } from '../campaign';
import type { ListedCampaign } from './listed-campaign';

/** Starts and stops a campaign. */
export function CampaignSwitch({ campaign }: { readonly campaign: ListedCampaign }) {
  const { id, name, status } = campaign;
  const queryClient = useQueryClient();
  const isActive = status === 'active';
  const toggle = useMutation({
    mutationFn: (to: 'active' | 'inactive') =>
      request(updateCampaignDocument, { id, input: { status: to } }),
    onSuccess: (_answer, to) => {
      say(t(to === 'active' ? 'common.nameIsStarted' : 'common.nameIsStopped', { name }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['campaigns'] }),
  });
  return (
    <>
      <Switch
        aria-label={t('campaigns.nameIsActive', { name })}
        checked={toggle.isPending ? toggle.variables === 'active' : isActive}
        disabled={toggle.isPending}
        onChange={() => {
          toggle.mutate(isActive ? 'inactive' : 'active');
        }}
      />
      <Problem error={toggle.error} />
    </>
  );
}
