import { Checkbox, NativeSelect } from '@mantine/core';
import { t } from '../texts/texts';
import type { CampaignFormProps, CampaignValues } from './campaign-form';
import { categoryChoices, categoryText } from './category-names';

const textOf = (category: string | null): string =>
  category === null || category === '' ? t('campaigns.noCategory') : categoryText(category);

/** Asks what the campaign is about, and whether competitors may be beside it. */
export function CategoryFields({ values, problems, onChange }: CampaignFormProps) {
  const chosen = values.category === '' ? [] : [values.category];
  return (
    <div className="pair">
      <NativeSelect
        label={t('campaigns.category')}
        description={t('campaigns.categoryAbout')}
        data={[{ value: '', label: textOf('') }, ...categoryChoices(chosen)]}
        value={values.category}
        error={problems['category']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ category: value });
        }}
      />
      {values.category !== '' && (
        <Checkbox
          label={t('campaigns.competitiveExclusion')}
          description={t('campaigns.competitiveExclusionAbout')}
          checked={values.competitiveExclusion}
          error={problems['competitiveExclusion']}
          onChange={({ currentTarget: { checked } }) => {
            onChange({ competitiveExclusion: checked });
          }}
        />
      )}
    </div>
  );
}

/** The category, and that competitors are kept away. */
export const categoryTerms = ({
  category,
  competitiveExclusion,
}: {
  readonly category: string | null;
  readonly competitiveExclusion: CampaignValues['competitiveExclusion'];
}): string =>
  category !== null && category !== '' && competitiveExclusion
    ? t('campaigns.withoutCompetitors', { category: categoryText(category) })
    : textOf(category);
