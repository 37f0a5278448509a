import { TextInput } from '@mantine/core';
import { toAmount, toTyped } from '../campaigns/decimal';
import type { FormProps } from '../form-values';
import { t } from '../texts/texts';
import type { Site } from './site';

/** The members of a placement that a publisher types. */
interface PlacementTexts {
  readonly name: string;
  /** Empty: as the site says. */
  readonly minimumRpm: string;
}

/** The name and the least price of a placement, where it is made and where it is changed. */
export function PlacementFields({
  site,
  usualName,
  values,
  problems,
  onChange,
}: FormProps<PlacementTexts> & {
  readonly site: Site;
  /** That of a placement whose name is left empty; absent: its name must be typed. */
  readonly usualName?: string;
}) {
  return (
    <>
      <TextInput
        label={t('sites.nameOfThePlace')}
        {...(usualName === undefined ? {} : { placeholder: usualName })}
        maxLength={255}
        value={values.name}
        error={problems['name']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ name: value });
        }}
      />
      <TextInput
        label={t('sites.leastUsdFor1000')}
        placeholder={site.minimumRpm === null ? t('sites.anything') : toTyped(site.minimumRpm)}
        inputMode="decimal"
        value={values.minimumRpm}
        error={problems['minimumRpm']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ minimumRpm: value });
        }}
      />
    </>
  );
}

/** A typed least price as the server takes it. @throws {RequestError} as `toAmount` does */
export const toMinimumRpm = (typed: string): string | null =>
  typed.trim() === '' ? null : toAmount('minimumRpm', typed);
