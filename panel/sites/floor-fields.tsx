import { Textarea, TextInput } from '@mantine/core';
import { problemOfLines } from '../form-lines';
import { t } from '../texts/texts';
import type { SiteFormProps } from './site-form';

/** Least prices by country and hour, and the time zone of these hours. */
export function FloorFields({ values, problems, onChange }: SiteFormProps) {
  return (
    <div className="pair">
      <Textarea
        label={t('sites.leastByCountryAndHour')}
        description={t('sites.leastByCountryAndHourAbout')}
        placeholder="country:pl Mo-Fr 09:00-17:00 3"
        minRows={2}
        autosize
        value={values.minimumRpms}
        error={problemOfLines(problems, 'minimumRpms')}
        onChange={({ currentTarget: { value } }) => {
          onChange({ minimumRpms: value });
        }}
      />
      <TextInput
        label={t('sites.zoneOfLeast')}
        description={t('sites.zoneOfLeastAbout')}
        placeholder="Europe/Warsaw"
        value={values.timeZone}
        error={problems['timeZone']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ timeZone: value });
        }}
      />
    </div>
  );
}
