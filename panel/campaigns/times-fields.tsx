import { TextInput } from '@mantine/core';
import { t } from '../texts/texts';

/** A start and an end, as browsers' fields have them. */
export interface TypedTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** The fields of a start and an end: of a campaign, and of an ad. */
export function TimesFields({
  values,
  problems,
  about,
  onChange,
}: {
  readonly values: TypedTimes;
  /** By the names of members. */
  readonly problems: Readonly<Record<string, string>>;
  /** The meaning of each that is left empty. */
  readonly about: TypedTimes;
  readonly onChange: (changes: Partial<TypedTimes>) => void;
}) {
  return (
    <>
      <TextInput
        label={t('campaigns.starts')}
        description={about.startsAt}
        type="datetime-local"
        value={values.startsAt}
        error={problems['startsAt']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ startsAt: value });
        }}
      />
      <TextInput
        label={t('campaigns.ends')}
        description={about.endsAt}
        type="datetime-local"
        value={values.endsAt}
        error={problems['endsAt']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ endsAt: value });
        }}
      />
    </>
  );
}
