import {
  type Feature,
  noTargeting,
  type Targeting,
  type TargetingLevel,
  withValues,
} from '../campaigns/targeting';
import { t, wordOf } from '../texts/texts';
import type { Site } from './site';

type Clauses = Site['filtering']['requires'];

/** Keys of creatives that need no classifier; they are chosen from a list. */
const knownKeys = ['type', 'mime'] as const;
export type KnownKey = (typeof knownKeys)[number];

/** A kind of creatives as the tree of targeting has it. */
export const featureOf = (key: KnownKey): Feature => ({ group: 'site', option: key });

const isKnown = (key: string): key is KnownKey => knownKeys.some((one) => one === key);

/** The filter of a site, as its form has it. */
export interface FilterValues {
  readonly known: Targeting;
  /** Lines `classifier:keyword = value, value`. */
  readonly requires: string;
  readonly excludes: string;
}

export const noFilter: FilterValues = { known: noTargeting, requires: '', excludes: '' };

export function toFilterValues({ requires, excludes }: Site['filtering']): FilterValues {
  let known = noTargeting;
  for (const [level, clauses] of [
    ['requires', requires],
    ['excludes', excludes],
  ] as const)
    for (const { key, values } of clauses)
      if (isKnown(key)) known = withValues(known, level, featureOf(key), values);
  return { known, requires: toLines(requires), excludes: toLines(excludes) };
}

const toLines = (clauses: Clauses): string =>
  clauses
    .filter(({ key }) => !isKnown(key))
    .map(({ key, values }) => `${key} = ${values.join(', ')}`)
    .join('\n');

export const toFilter = (filter: FilterValues) => ({
  requires: toClauses(filter, 'requires'),
  excludes: toClauses(filter, 'excludes'),
});

function toClauses(filter: FilterValues, level: TargetingLevel) {
  const known = Object.entries(filter.known[level].site ?? {}).map(([key, values]) => ({
    key,
    values: [...values],
  }));
  const typed = filter[level].split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [key = '', values = ''] = line.split('=');
    const words = values.split(',').map((word) => word.trim());
    return [{ key: key.trim(), values: words.filter(Boolean) }];
  });
  return [...known, ...typed];
}

/** A sentence for a level of a filter; empty: it asks nothing. */
export const filterText = (clauses: Clauses): string =>
  clauses
    .map(({ key, values }) =>
      key === 'type'
        ? `${t('sites.kinds')}: ${values.map(wordOf).join(', ')}`
        : `${key}: ${values.join(', ')}`,
    )
    .join('; ');
