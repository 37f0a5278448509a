import { Checkbox, NativeSelect } from '@mantine/core';
import { categories } from '../texts/en/categories';
import { t } from '../texts/texts';
import type { CampaignFormProps, CampaignValues } from './campaign-form';

type Category = keyof typeof categories;

const isCategory = (code: string): code is Category => Object.hasOwn(categories, code);

/** A category by its name; one of the second tier by its code, behind the name of the first. */
export function categoryText(code: string | null): string {
  if (code === null || code === '') return t('campaigns.noCategory');
  const [first = ''] = code.split('-');
  const name = isCategory(first) ? t(`categories.${first}`) : first;
  return first === code ? name : `${name} (${code})`;
}

/** The first tier, and the category that the campaign has. */
function choiceOf(category: string): readonly { readonly value: string; readonly label: string }[] {
  const codes = [...new Set([...Object.keys(categories), category])].filter((code) => code !== '');
  const named = codes.map((value) => ({ value, label: categoryText(value) }));
  named.sort((one, other) => one.label.localeCompare(other.label));
  return [{ value: '', label: t('campaigns.noCategory') }, ...named];
}

/** Asks what the campaign is about, and whether competitors may be beside it. */
export function CategoryFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <div className="pair">
      <NativeSelect
        label={t('campaigns.category')}
        description={t('campaigns.categoryAbout')}
        data={choiceOf(values.category)}
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
    : categoryText(category);
