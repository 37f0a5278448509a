import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { targetingGroups } from '../campaigns/targeting';
import { titlesOfGroups } from '../campaigns/targeting-tree';
import {
  findItems,
  type Medium,
  mediumQuery,
  type TargetingItem,
  type TargetingOption,
} from '../campaigns/taxonomy';
import { Loading } from '../parts/loading';
import { TableCard } from '../parts/table-card';
import { t, wordOf } from '../texts/texts';

interface TaxonomyMediumProps {
  readonly medium: string;
  /** Null: the medium as a whole. */
  readonly vendor: string | null;
  readonly label: string;
}

/** The formats of a medium, or of a platform in it, and the options that its campaigns can target. */
export function TaxonomyMedium({ medium, vendor, label }: TaxonomyMediumProps) {
  const found = useQuery(mediumQuery(medium, vendor));
  return (
    <>
      <TableCard
        id="formats"
        title={t('taxonomy.adsFor', { name: label })}
        query={found}
        count={found.data?.formats.length}
        none={null}
        head={
          <>
            <th scope="col">{t('common.kind')}</th>
            <th scope="col">{t('taxonomy.mimeTypes')}</th>
            <th scope="col">{t('taxonomy.sizes')}</th>
          </>
        }
      >
        {found.data?.formats.map(({ type, mimes, scopes }) => (
          <tr key={type}>
            <td data-title>
              <strong className="nowrap">{wordOf(type)}</strong>
            </td>
            <td data-label={t('taxonomy.mimeTypes')} className="mono">
              {mimes.join(', ')}
            </td>
            <td data-label={t('taxonomy.sizes')}>{scopes.join(', ')}</td>
          </tr>
        ))}
      </TableCard>
      {found.data === undefined ? (
        found.isPending && <Loading />
      ) : (
        <Targeting targeting={found.data.targeting} label={label} />
      )}
    </>
  );
}

function Targeting({
  targeting,
  label,
}: {
  readonly targeting: Medium['targeting'];
  readonly label: string;
}) {
  const [typed, setTyped] = useState('');
  const search = typed.trim().toLowerCase();
  const groups = targetingGroups.map((group) => ({
    group,
    options: targeting[group].flatMap((option) => findOption(option, search)),
  }));
  const hasAny = targetingGroups.some((group) => targeting[group].length > 0);
  const finds = groups.some(({ options }) => options.length > 0);
  return (
    <section className="card" aria-labelledby="targeting">
      <h2 id="targeting">{t('taxonomy.targetingFor', { name: label })}</h2>
      {hasAny ? (
        <TextInput
          label={t('campaigns.search')}
          description={t('taxonomy.searchAll')}
          type="search"
          mb="md"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
          }}
        />
      ) : null}
      {finds ? null : (
        <p className="none">
          {hasAny ? t('taxonomy.nothingIsLikeThat') : t('taxonomy.nothingCanBeTargeted')}
        </p>
      )}
      {groups.map(({ group, options }) =>
        options.length === 0 ? null : (
          <section key={group} className="tree" aria-label={titlesOfGroups[group]}>
            <h3>{titlesOfGroups[group]}</h3>
            {options.map(({ option, items }) => (
              <Option key={option.name} option={option} items={items} isFound={search !== ''} />
            ))}
          </section>
        ),
      )}
    </section>
  );
}

interface FoundOption {
  readonly option: TargetingOption;
  /** Those that the search finds. */
  readonly items: readonly TargetingItem[];
}

/** An option whose own name is searched for has all of its values. */
function findOption(option: TargetingOption, search: string): readonly FoundOption[] {
  const all = option.items ?? [];
  if (option.label.toLowerCase().includes(search) || option.name === search)
    return [{ option, items: all }];
  const items = findItems(all, search);
  return items.length > 0 ? [{ option, items }] : [];
}

function Option({ option, items, isFound }: FoundOption & { readonly isFound: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || isFound;
  return (
    <details
      open={isShown}
      onToggle={({ currentTarget: { open } }) => {
        if (!isFound) setOpen(open);
      }}
    >
      <summary>
        {option.label} <span className="soft mono">{option.name}</span>
        {option.items === null ? null : (
          <span className="soft"> {t('taxonomy.count', { count: countOf(option.items) })}</span>
        )}
      </summary>
      {isShown ? (
        option.items === null ? (
          <p className="soft">{t('taxonomy.theyTypeIt')}</p>
        ) : (
          // It scrolls, so that those without a mouse must reach it.
          <div className="tree-scroll" tabIndex={0} role="group" aria-label={option.label}>
            <Items items={items} />
          </div>
        )
      ) : null}
    </details>
  );
}

function Items({ items }: { readonly items: readonly TargetingItem[] }) {
  return (
    <ul className="tree-items">
      {items.map(({ id, label, values = [] }) => (
        <li key={id}>
          <div className="tree-item">
            <span>{label}</span>
            <span className="soft mono">{id}</span>
          </div>
          {values.length > 0 ? <Items items={values} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Narrower ones can be selected, too. */
const countOf = (items: readonly TargetingItem[]): number =>
  items.reduce((sum, { values = [] }) => sum + 1 + countOf(values), 0);
