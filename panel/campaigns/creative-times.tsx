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
  const [times, setTimes] = useState<TypedTimes>({
    startsAt: toLocal(creative.startsAt),
    endsAt: toLocal(creative.endsAt),
  });
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.timesOfAd', { name: creative.name })}
      input={() => ({ startsAt: toTime(times.startsAt), endsAt: toTime(times.endsAt) })}
      isShownBy={(problems) => Object.keys(problems).length > 0}
    >
      {(problems) => (
        <TimesFields
          values={times}
          problems={problems}
          onChange={(changes) => {
            setTimes({ ...times, ...changes });
          }}
        />
      )}
    </CreativeDialog>
  );
}

/** The times of an ad, as browsers' fields have them. */
interface TypedTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The times of an ad, in their dialog and where a new ad is made. */
export function TimesFields({
  values,
  problems,
  onChange,
}: {
  readonly values: TypedTimes;
  /** By the names of members. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (changes: Partial<TypedTimes>) => void;
}) {
  return (
    <Stack gap="md">
      <TextInput
        label={t('campaigns.starts')}
        description={t('campaigns.emptyWithCampaign')}
        type="datetime-local"
        value={values.startsAt}
        error={problems['startsAt']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ startsAt: value });
        }}
      />
      <TextInput
        label={t('campaigns.ends')}
        description={t('campaigns.emptyWithCampaign')}
        type="datetime-local"
        value={values.endsAt}
        error={problems['endsAt']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ endsAt: value });
        }}
      />
    </Stack>
  );
}

/** Tells when an ad is shown; null: as long as its campaign. */
export function timesText({
  startsAt,
  endsAt,
}: Pick<Creative, 'startsAt' | 'endsAt'>): string | null {
  if (startsAt !== null && endsAt !== null)
    return t('campaigns.fromTo', { from: formatTime(startsAt), to: formatTime(endsAt) });
  if (startsAt !== null) return t('campaigns.fromOn', { from: formatTime(startsAt) });
  return endsAt === null ? null : t('campaigns.until', { to: formatTime(endsAt) });
}
