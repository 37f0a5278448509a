import { Checkbox } from '@mantine/core';
import { categoryChoices } from '../campaigns/category-names';
import { problemOfList } from '../form-lines';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import type { SiteFormProps } from './site-form';

/** The categories of goods that a site blocks, to be chosen. */
export function BlockedCategoriesField({ values, problems, onChange }: SiteFormProps) {
  const { blockedCategories } = values;
  const problem = problemOfList(problems, 'blockedCategories');
  const count = formatCount(blockedCategories.length);
  return (
    <details className="disclosure">
      <summary>{t('sites.blockedCategoriesCount', { count })}</summary>
      <p className="soft">{t('sites.blockedCategoriesAbout')}</p>
      {problem === undefined ? null : (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <div className="choices" role="group" aria-label={t('sites.blockedCategories')}>
        {categoryChoices(blockedCategories).map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={blockedCategories.includes(value)}
            onChange={({ currentTarget: { checked } }) => {
              const others = blockedCategories.filter((one) => one !== value);
              onChange({ blockedCategories: checked ? [...others, value] : others });
            }}
          />
        ))}
      </div>
    </details>
  );
}
