import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../graphql/request';
import { say } from '../../parts/status';
import { formatCount } from '../../statistics/series';
import { t } from '../../texts/texts';
import { cloneCampaignDocument, updateCampaignDocument } from '../campaign';
import { doWithEach, type Failure } from './do-with-each';
import type { ListedCampaign } from './listed-campaign';

type Campaigns = readonly ListedCampaign[];
type Deed = 'stop' | 'start' | 'copy';

const putStatus = (status: 'active' | 'inactive') => (one: ListedCampaign) =>
  request(updateCampaignDocument, { id: one.id, input: { status } });

/** Two copies of the same name, made at once, would get the same number: they are made one by one. */
const deeds = {
  stop: { work: putStatus('inactive'), atOnce: 4, news: 'campaignList.areStopped' },
  start: { work: putStatus('active'), atOnce: 4, news: 'campaignList.areStarted' },
  copy: {
    work: ({ id }: ListedCampaign) => request(cloneCampaignDocument, { id }),
    atOnce: 1,
    news: 'campaignList.areCopied',
  },
} as const;

interface BulkBarProps {
  readonly chosen: Campaigns;
  readonly onFailures: (failures: readonly Failure[]) => void;
  readonly onDelete: () => void;
  /** Chooses none. */
  readonly onClear: () => void;
}

/** Acts on all campaigns that are chosen. */
export function BulkBar({ chosen, onFailures, onDelete, onClear }: BulkBarProps) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, all: 0 });
  const act = useMutation({
    mutationFn: async ({ deed, some }: { readonly deed: Deed; readonly some: Campaigns }) => {
      setProgress({ done: 0, all: some.length });
      const onDone = () => {
        setProgress(({ done, all }) => ({ done: done + 1, all }));
      };
      const failures = await doWithEach(some, { ...deeds[deed], onDone });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      return failures;
    },
    onSuccess: (failures, { deed, some }) => {
      const failed = new Set(failures.map(({ id }) => id));
      const changed = some.filter(({ id }) => !failed.has(id));
      const undo = () => {
        act.mutate({ deed: 'start', some: changed });
      };
      if (changed.length > 0)
        say(t(deeds[deed].news, { count: changed.length }), deed === 'stop' ? undo : null);
      onFailures(failures);
      onClear();
    },
  });
  const active = chosen.filter(({ status }) => status === 'active');
  const idle = chosen.filter(({ status }) => status !== 'active');
  const button = (deed: Deed, label: string, some: Campaigns) => (
    <Button
      size="xs"
      variant="default"
      disabled={some.length === 0 || act.isPending}
      onClick={() => {
        act.mutate({ deed, some });
      }}
    >
      {label}
    </Button>
  );
  if (chosen.length === 0) return null;
  return (
    <div className="list-bar">
      <p role="status">
        {act.isPending
          ? t('campaignList.done', {
              done: formatCount(progress.done),
              all: formatCount(progress.all),
            })
          : t('campaignList.chosen', { count: chosen.length })}
      </p>
      {button('stop', t('common.stop'), active)}
      {button('start', t('common.start'), idle)}
      {button('copy', t('common.copy'), chosen)}
      <Button size="xs" variant="default" disabled={act.isPending} onClick={onDelete}>
        {t('common.delete')}
      </Button>
      <Button size="xs" variant="subtle" disabled={act.isPending} onClick={onClear}>
        {t('campaignList.chooseNone')}
      </Button>
    </div>
  );
}
