import { Checkbox, Fieldset, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mediumQuery, type TargetingItem } from '../campaigns/taxonomy';
import { MediumFields } from '../parts/medium-fields';
import { t } from '../texts/texts';
import { withScheme } from '../typed-url';
import { noFilter } from './filter';
import type { SiteFormProps } from './site-form';

/** Where ads will be shown, and what it is about. */
export function SiteBasics({
  values,
  problems,
  onChange,
  isNew,
}: SiteFormProps & {
  /** Address, medium and vendor are chosen once. */
  readonly isNew: boolean;
}) {
  return (
    <Stack gap="md">
      {isNew ? (
        <TextInput
          label={t('sites.address')}
          description={t('sites.ofTheWholeSiteWithout')}
          placeholder="https://example.com"
          inputMode="url"
          required
          value={values.url}
          error={problems['url']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ url: value, ...(follows(values) && { name: hostOf(value) }) });
          }}
        />
      ) : null}
      <div className="pair">
        <TextInput
          label={t('common.name')}
          description={t('common.forYouToTellIt')}
          required
          maxLength={64}
          value={values.name}
          error={problems['name']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ name: value });
          }}
        />
        <TextInput
          label={t('sites.language')}
          description={t('sites.twoLettersSuchAsEn')}
          maxLength={2}
          value={values.primaryLanguage}
          error={problems['primaryLanguage']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ primaryLanguage: value });
          }}
        />
      </div>
      {isNew ? <Kind {...{ values, problems, onChange }} /> : null}
      <Categories {...{ values, problems, onChange }} />
    </Stack>
  );
}

/** Says that the name is still the name that the address has made. */
const follows = ({ name, url }: SiteFormProps['values']) => name === '' || name === hostOf(url);

const hostOf = (url: string): string =>
  URL.parse(withScheme(url))?.hostname.replace(/^www\./, '') ?? '';

function Kind({ values, problems, onChange }: SiteFormProps) {
  return (
    <MediumFields
      {...{ values, problems }}
      label={t('common.kind')}
      description={t('sites.itCannotBeChangedLater')}
      vendorDescription={t('sites.whichOneItIsOn')}
      noVendor={t('sites.noneOfThem')}
      onChange={(chosen) => {
        // Choices for another kind of place mean nothing here.
        onChange({ ...chosen, categories: [], filter: noFilter });
      }}
    />
  );
}

/** Those of the taxonomy; a kind of place without any has no such field. */
function Categories({ values, problems, onChange }: SiteFormProps) {
  const { data } = useQuery(mediumQuery(values.medium, values.vendor || null));
  const option = data?.targeting.site.find(({ name }) => name === 'category');
  if (!option?.items) return null;
  const problem = Object.entries(problems).find(([field]) => field.startsWith('categories'))?.[1];
  return (
    <Fieldset legend={t('sites.whatItIsAbout')}>
      {problem === undefined ? null : (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <div className="choices">
        {option.items.flatMap(withNarrower).map(({ id, label, isNarrower }) => (
          <Checkbox
            key={id}
            className={isNarrower ? 'choice-narrower' : undefined}
            label={label}
            checked={values.categories.includes(id)}
            onChange={({ currentTarget: { checked } }) => {
              const others = values.categories.filter((one) => one !== id);
              onChange({ categories: checked ? [...others, id] : others });
            }}
          />
        ))}
      </div>
    </Fieldset>
  );
}

const withNarrower = ({ id, label, values = [] }: TargetingItem) => [
  { id, label, isNarrower: false },
  ...values.map((one) => ({ id: one.id, label: one.label, isNarrower: true })),
];
