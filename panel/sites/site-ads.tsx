import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TargetingItems } from '../campaigns/targeting-items';
import { type Format, mediumQuery } from '../campaigns/taxonomy';
import { t, wordOf } from '../texts/texts';
import { BlockedCategoriesField } from './blocked-categories';
import { BlockedDomainsField } from './blocked-domains';
import { featureOf, type FilterValues, type KnownKey } from './filter';
import { FloorFields } from './floor-fields';
import type { SiteFormProps } from './site-form';

const titles: Readonly<Record<KnownKey, string>> = {
  type: t('sites.kinds'),
  mime: t('sites.fileFormats'),
};

/** Which ads the site takes. */
export function SiteAds({ values, problems, onChange }: SiteFormProps) {
  const { data } = useQuery(mediumQuery(values.medium, values.vendor || null));
  const change = (changes: Partial<FilterValues>) => {
    onChange({ filter: { ...values.filter, ...changes } });
  };
  const badFilters = Object.entries(problems).filter(([field]) => field.startsWith('filtering'));
  return (
    <Stack gap="md">
      <Checkbox
        label={t('sites.onlyAdsThatIHave')}
        description={t('sites.nothingIsShownUntilYou')}
        checked={values.onlyAcceptedCreatives}
        onChange={({ currentTarget: { checked } }) => {
          onChange({ onlyAcceptedCreatives: checked });
        }}
      />
      <Checkbox
        label={t('sites.onlyDirectDeals')}
        description={t('sites.campaignsThatAskForThis')}
        checked={values.onlyDirectDeals}
        onChange={({ currentTarget: { checked } }) => {
          onChange({ onlyDirectDeals: checked });
        }}
      />
      <TextInput
        label={t('sites.leastUsdFor1000')}
        description={t('sites.placesMaySayTheirOwn')}
        placeholder={t('sites.anything')}
        inputMode="decimal"
        value={values.minimumRpm}
        error={problems['minimumRpm']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ minimumRpm: value });
        }}
      />
      <FloorFields values={values} problems={problems} onChange={onChange} />
      <BlockedDomainsField values={values} problems={problems} onChange={onChange} />
      <BlockedCategoriesField values={values} problems={problems} onChange={onChange} />
      {badFilters.map(([field, problem]) => (
        <p key={field} className="bad" role="alert">
          {field.replace(/^filtering\.(requires|excludes)\.?/, '')} {problem}
        </p>
      ))}
      {(['type', 'mime'] as const).map((key) => (
        <section key={key} className="tree" aria-label={titles[key]}>
          <details open={key === 'type'}>
            <summary>{titles[key]}</summary>
            <TargetingItems
              items={itemsOf(data?.formats ?? [], key)}
              feature={featureOf(key)}
              targeting={values.filter.known}
              onChange={(known) => {
                change({ known });
              }}
            />
          </details>
        </section>
      ))}
      <div className="pair">
        {(['requires', 'excludes'] as const).map((level) => (
          <Textarea
            key={level}
            label={level === 'requires' ? t('sites.requiredKeywords') : t('sites.excludedKeywords')}
            description={t('sites.whatClassifiersMustSayOf')}
            placeholder="classifier:category = adult, gambling"
            minRows={2}
            autosize
            value={values.filter[level]}
            onChange={({ currentTarget: { value } }) => {
              change({ [level]: value });
            }}
          />
        ))}
      </div>
    </Stack>
  );
}

function itemsOf(formats: readonly Format[], key: KnownKey) {
  const values = formats.flatMap(({ type, mimes }) => (key === 'type' ? [type] : mimes));
  const labelOf = (id: string) => (key === 'type' ? wordOf(id) : id);
  return [...new Set<string>(values)].map((id) => ({ id, label: labelOf(id) }));
}
