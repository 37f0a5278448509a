import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { toLocal, toTime } from './campaign-form';

const timesDocument = graphql(`
  mutation UpdateCreativeTimes($campaignId: ID!, $id: ID!, $input: UpdateCreativeInput!) {
    updateCreative(campaignId: $campaignId, id: $id, input: $input) {
      id
      startsAt
      endsAt
    }
  }
`);

/** Asks when an ad is shown within its campaign. */
export function CreativeTimes({
  campaignId,
  creative,
  onSaved,
  onClose,
}: {
  readonly campaignId: string;
  readonly creative: Creative;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [startsAt, setStartsAt] = useState(toLocal(creative.startsAt));
  const [endsAt, setEndsAt] = useState(toLocal(creative.endsAt));
  const save = useMutation({
    mutationFn: () => {
      const input = { startsAt: toTime(startsAt), endsAt: toTime(endsAt) };
      return request(timesDocument, { campaignId, id: creative.id, input });
    },
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const problems = fieldErrors(save.error);
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('campaigns.timesOfAd', { name: creative.name })}>
      {Object.keys(problems).length > 0 ? null : <Problem error={save.error} />}
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label={t('campaigns.starts')}
            description={t('campaigns.emptyWithCampaign')}
            type="datetime-local"
            value={startsAt}
            error={problems['startsAt']}
            onChange={({ currentTarget: { value } }) => {
              setStartsAt(value);
            }}
          />
          <TextInput
            label={t('campaigns.ends')}
            description={t('campaigns.emptyWithCampaign')}
            type="datetime-local"
            value={endsAt}
            error={problems['endsAt']}
            onChange={({ currentTarget: { value } }) => {
              setEndsAt(value);
            }}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Tells when an ad is shown; null: as long as its campaign. */
export function timesText({ startsAt, endsAt }: Creative): string | null {
  if (startsAt !== null && endsAt !== null)
    return t('campaigns.fromTo', { from: formatTime(startsAt), to: formatTime(endsAt) });
  if (startsAt !== null) return t('campaigns.fromOn', { from: formatTime(startsAt) });
  return endsAt === null ? null : t('campaigns.until', { to: formatTime(endsAt) });
}
