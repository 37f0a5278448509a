import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { toLocal, toTime } from './campaign-form';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';

/** Asks when an ad is shown within its campaign. */
export function CreativeTimes(parts: CreativeDialogParts) {
  const { creative } = parts;
  const [startsAt, setStartsAt] = useState(toLocal(creative.startsAt));
  const [endsAt, setEndsAt] = useState(toLocal(creative.endsAt));
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.timesOfAd', { name: creative.name })}
      input={() => ({ startsAt: toTime(startsAt), endsAt: toTime(endsAt) })}
      isShownBy={(problems) => Object.keys(problems).length > 0}
    >
      {(problems) => (
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
      )}
    </CreativeDialog>
  );
}

/** Tells when an ad is shown; null: as long as its campaign. */
export function timesText({ startsAt, endsAt }: Creative): string | null {
  if (startsAt !== null && endsAt !== null)
    return t('campaigns.fromTo', { from: formatTime(startsAt), to: formatTime(endsAt) });
  if (startsAt !== null) return t('campaigns.fromOn', { from: formatTime(startsAt) });
  return endsAt === null ? null : t('campaigns.until', { to: formatTime(endsAt) });
}
