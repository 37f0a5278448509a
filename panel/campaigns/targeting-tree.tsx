import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListProblem } from '../parts/list-problem';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import type { CampaignFormProps } from './campaign-form';
import {
  type Feature,
  type Targeting,
  type TargetingGroup,
  targetingGroups,
  type TargetingLevel,
  valuesOf,
  withValues,
} from './targeting';
import { levels, TargetingItems, type TreeProps } from './targeting-items';
import { findItems, mediumQuery, type TargetingOption } from './taxonomy';

export const titlesOfGroups: Readonly<Record<TargetingGroup, string>> = {
  user: t('campaigns.whoSeesIt'),
  site: t('campaigns.whereItIsShown'),
  device: t('campaigns.onWhat'),
};

/** Everything that a campaign can require and exclude, with a search over all of it. */
export function TargetingTree({ values, problems, onChange }: CampaignFormProps) {
  const [search, setSearch] = useState('');
  const medium = useQuery(mediumQuery(values.medium, values.vendor || null));
  const change = (targeting: Targeting) => {
    onChange({ targeting });
  };
  if (!medium.data)
    return medium.isPending ? (
      <Loading />
    ) : (
      <Problem error={medium.error} onRetry={() => void medium.refetch()} />
    );
  return (
    <>
      <TextInput
        label={t('campaigns.search')}
        description={t('campaigns.countriesLanguagesCategoriesDevices')}
        type="search"
        mb="md"
        value={search}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value);
        }}
      />
      {targetingGroups.map((group) => (
        <section key={group} className="tree" aria-label={titlesOfGroups[group]}>
          <h3>{titlesOfGroups[group]}</h3>
          {medium.data.targeting[group].map((option) => (
            <Option
              key={option.name}
              option={option}
              feature={{ group, option: option.name }}
              search={search.trim().toLowerCase()}
              problem={problemOf(problems, { group, option: option.name })}
              targeting={values.targeting}
              onChange={change}
            />
          ))}
        </section>
      ))}
    </>
  );
}

function problemOf(problems: CampaignFormProps['problems'], { group, option }: Feature) {
  const end = `.${group}.${option}`;
  return Object.entries(problems).find(([field]) => field.endsWith(end))?.[1];
}

interface OptionProps extends TreeProps {
  readonly option: TargetingOption;
  readonly feature: Feature;
  readonly search: string;
  readonly problem: string | undefined;
}

function Option(props: OptionProps) {
  const { option, feature, search, problem, targeting } = props;
  const [isOpen, setOpen] = useState(false);
  const found = option.items === null ? [] : findItems(option.items, search);
  if (search !== '' && found.length === 0 && !option.label.toLowerCase().includes(search))
    return null;
  const isShown = isOpen || (search !== '' && found.length > 0) || problem !== undefined;
  const chosen = (level: TargetingLevel) => valuesOf(targeting, level, feature).length;
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget: { open } }) => {
        if (search === '') setOpen(open);
      }}
    >
      <summary>
        {option.label}
        <span className="soft">
          {chosen('requires') > 0
            ? ` ${t('campaigns.countRequired', { count: formatCount(chosen('requires')) })}`
            : ''}
          {chosen('excludes') > 0
            ? ` ${t('campaigns.countExcluded', { count: formatCount(chosen('excludes')) })}`
            : ''}
        </span>
      </summary>
      <ListProblem problem={problem} />
      {isShown ? (
        option.type === 'input' ? (
          <Typed {...props} />
        ) : (
          <TargetingItems {...props} items={found} />
        )
      ) : null}
    </details>
  );
}

/** Values that the advertiser types, such as domains. */
function Typed({ option, feature, targeting, onChange }: OptionProps) {
  return (
    <div className="pair">
      {levels.map(({ level, ofOption }) => (
        <Textarea
          key={level}
          label={ofOption(option.label)}
          description={t('campaigns.oneALine')}
          minRows={3}
          autosize
          defaultValue={valuesOf(targeting, level, feature).join('\n')}
          onChange={({ currentTarget: { value } }) => {
            const lines = value.split(/[\n,]/).map((line) => line.trim());
            onChange(withValues(targeting, level, feature, [...new Set(lines.filter(Boolean))]));
          }}
        />
      ))}
    </div>
  );
}
