import { Stack } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { toLocal, toTime } from './campaign-form';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';
import { TimesFields, type TypedTimes } from './times-fields';

/** Asks when an ad is shown within its campaign. */
export function CreativeTimes(parts: CreativeDialogParts) {
  const { creative } = parts;
  const [first] = useState<TypedTimes>({
    startsAt: toLocal(creative.startsAt),
    endsAt: toLocal(creative.endsAt),
  });
  const [times, setTimes] = useState(first);
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.timesOfAd', { name: creative.name })}
      input={() => changesOf(first, times)}
      isShownBy={(problems) => Object.keys(problems).length > 0}
    >
      {(problems) => (
        <AdTimesFields
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

/** Times that nobody has touched stay as they are: fields have neither seconds nor the second hour of a night in autumn. */
const changesOf = (first: TypedTimes, now: TypedTimes) => ({
  ...(now.startsAt !== first.startsAt && { startsAt: toTime(now.startsAt) }),
  ...(now.endsAt !== first.endsAt && { endsAt: toTime(now.endsAt) }),
});

/** The times of an ad, in their dialog and where a new ad is made. */
export function AdTimesFields(props: Omit<ComponentProps<typeof TimesFields>, 'about'>) {
  const about = t('campaigns.emptyWithCampaign');
  return (
    <Stack gap="md">
      <TimesFields {...props} about={{ startsAt: about, endsAt: about }} />
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
