import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { formatShare } from '../statistics/series';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import type { CampaignFormProps, CampaignValues } from './campaign-form';
import { toNumber } from './whole-number';

type Rotation = CampaignValues['creativeRotation'];

/** The rotations in words, in the order of the choice. */
const rotationTexts: Readonly<Record<Rotation, string>> = {
  auction: t('campaigns.rotationAuction'),
  even: t('campaigns.rotationEven'),
  weighted: t('campaigns.rotationWeighted'),
  optimized_clicks: t('campaigns.rotationClicks'),
  optimized_conversions: t('campaigns.rotationConversions'),
};

const isRotation = (value: string): value is Rotation => Object.hasOwn(rotationTexts, value);

/** Asks which of several ads that fit a place is shown, and how they share a page. */
export function RotationFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <>
      <NativeSelect
        label={t('campaigns.rotation')}
        description={t('campaigns.rotationAbout')}
        data={Object.entries(rotationTexts).map(([value, label]) => ({ value, label }))}
        value={values.creativeRotation}
        error={problems['creativeRotation']}
        onChange={({ currentTarget: { value } }) => {
          if (isRotation(value)) onChange({ creativeRotation: value });
        }}
      />
      <div className="pair">
        <Checkbox
          label={t('campaigns.oncePerPage')}
          description={t('campaigns.oncePerPageAbout')}
          checked={values.showsOncePerPage}
          error={problems['showsOncePerPage']}
          onChange={({ currentTarget: { checked } }) => {
            onChange({ showsOncePerPage: checked });
          }}
        />
        <Checkbox
          label={t('campaigns.roadblock')}
          description={t('campaigns.roadblockAbout')}
          checked={values.roadblock}
          error={problems['roadblock']}
          onChange={({ currentTarget: { checked } }) => {
            onChange({ roadblock: checked });
          }}
        />
      </div>
    </>
  );
}

/** The rotation, and how the ads share a page. */
export function rotationTerms(
  values: Pick<CampaignValues, 'creativeRotation' | 'showsOncePerPage' | 'roadblock'>,
): string {
  const terms = [rotationTexts[values.creativeRotation]];
  if (values.showsOncePerPage) terms.push(t('campaigns.onceOnPage'));
  if (values.roadblock) terms.push(t('campaigns.allOfPage'));
  return terms.join('; ');
}

/** The field of an ad's weight, as it is typed. */
export function WeightField({
  value,
  error,
  onChange,
}: {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  return (
    <TextInput
      type="number"
      label={t('campaigns.weight')}
      description={t('campaigns.weightAbout')}
      min={1}
      max={100}
      value={value}
      error={error}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}

/** A typed weight; what is no whole number is 0, which the server refuses. */
export function toWeight(typed: string): number {
  const weight = Number(typed);
  return Number.isInteger(weight) ? toNumber(weight) : 0;
}

/** How often an ad is shown beside the others of its size, and why; nothing where each competes for itself. */
export function rotationText({ rotation }: Pick<Creative, 'rotation'>): string {
  if (!rotation) return '';
  const { share, rate, leastRate, mostRate } = rotation;
  const shown = t('campaigns.shareOfPlaces', { share: formatShare(share) });
  if (leastRate === null || mostRate === null) return shown;
  const between = { least: formatShare(leastRate), most: formatShare(mostRate) };
  const known =
    rate === null
      ? t('campaigns.rateUnknown', between)
      : t('campaigns.rateBetween', { rate: formatShare(rate), ...between });
  return `${shown} · ${known}`;
}
