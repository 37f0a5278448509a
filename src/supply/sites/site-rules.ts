import { isAccountAddress } from '../../../sidecar/ledger/address';
import type { ErrorDetails } from '../../errors';
import {
  findFormats,
  findMedium,
  findTargetingOptions,
  type Format,
  type Taxonomy,
} from '../../demand/taxonomy/taxonomy';
import type { WithTaxonomy } from '../../demand/taxonomy/taxonomy.context';
import { isSelectable } from '../../demand/taxonomy/targeting-values';
import { mostFilterValues } from './creative-filter';
import type { NamedBlocks } from './site-blocks';
import type { Site } from './site.resource';
import { hostOfUrl } from './site.service';
import { specialFloorOf } from './special-floors';

/** Longest origin of a site, in characters. */
export const maxUrlLength = 1024;

/** `<classifier>:<keyword>`. */
const classifierKey = /^[\w-]{1,64}:[\w-]{1,64}$/;

type Report = (path: string, problem: string) => void;

type CheckedTerms = Pick<Site, 'categories' | 'filtering' | 'minimumRpms'>;

/** Problems of a site that does not fit its medium and vendor; an absent member is not looked at. */
export function problemsOfSite(
  taxonomy: Taxonomy,
  { medium, vendor }: Pick<Site, 'medium' | 'vendor'>,
  { categories, filtering, minimumRpms }: Partial<CheckedTerms>,
): ErrorDetails {
  const details: Record<string, string[]> = {};
  const report: Report = (path, problem) => void (details[path] ??= []).push(problem);
  if (categories) checkCategories(taxonomy, { medium, vendor, categories }, report);
  if (filtering) checkFilter(taxonomy, { medium, vendor, filtering }, report);
  if (minimumRpms) checkCountries(taxonomy, { medium, vendor, minimumRpms }, report);
  return details;
}

/** Problems of what a site blocks, where that does not fit its medium and vendor. */
export function problemsOfBlocks(
  taxonomy: Taxonomy,
  { medium, vendor }: Pick<Site, 'medium' | 'vendor'>,
  { types }: Pick<NamedBlocks, 'types'>,
): ErrorDetails {
  const known = typesIn(findFormats(taxonomy, medium, vendor) ?? []);
  return types.every((type) => known.includes(type))
    ? {}
    : { 'block.types': [problemOfValues(known)] };
}

/** Null for what is more, or less, than an origin. */
export function hostOfOrigin(url: string): string | null {
  const isOrigin = /^https?:\/\/[^\s/?#@:\\]+\/?$|^https?:\/\/\[[0-9a-f:.]+\]\/?$/i.test(url);
  return isOrigin && url.length <= maxUrlLength ? hostOfUrl(url) : null;
}

/** @param url the host that was read of it */
export function problemsOfNewSite(
  site: Partial<Pick<Site, 'medium' | 'vendor'> & CheckedTerms & { url: string }>,
  { taxonomy: { current } }: WithTaxonomy,
): ErrorDetails {
  const { url: host, medium, vendor } = site;
  if (medium === undefined || vendor === undefined) return {};
  const facts = findMedium(current, medium, vendor);
  const details = problemsOfSite(current, { medium, vendor }, site);
  if (!facts)
    return findMedium(current, medium, null)
      ? { ...details, vendor: [`is not known of ${medium}`] }
      : { ...details, medium: ['is not known'] };
  const form = 'hostForm' in facts ? facts.hostForm : null;
  return host !== undefined && form?.test(host) === false
    ? { ...details, url: [`must be of ${facts.label}`] }
    : details;
}

function checkCategories(
  taxonomy: Taxonomy,
  { medium, vendor, categories }: Pick<Site, 'medium' | 'vendor' | 'categories'>,
  report: Report,
): void {
  const options = findTargetingOptions(taxonomy, medium, vendor);
  const option = options?.site.find(({ name }) => name === 'category');
  categories.forEach((category, at) => {
    if (!option || !isSelectable(option, category))
      report(`categories.${at}`, `is no category of ${vendor ?? medium}`);
    else if (categories.indexOf(category) < at) report(`categories.${at}`, 'is there twice');
  });
}

function checkCountries(
  taxonomy: Taxonomy,
  { medium, vendor, minimumRpms }: Pick<Site, 'medium' | 'vendor' | 'minimumRpms'>,
  report: Report,
): void {
  const options = findTargetingOptions(taxonomy, medium, vendor);
  const option = options?.user.find(({ name }) => name === 'country');
  for (const [at, text] of minimumRpms.entries()) {
    const { country } = specialFloorOf(text);
    if (country !== null && option && !isSelectable(option, country))
      report(`minimumRpms.${at}`, 'is no country of the taxonomy');
  }
}

function checkFilter(
  taxonomy: Taxonomy,
  { medium, vendor, filtering }: Pick<Site, 'medium' | 'vendor' | 'filtering'>,
  report: Report,
): void {
  const formats = findFormats(taxonomy, medium, vendor) ?? [];
  const known = new Map<string, readonly string[]>([
    ['type', typesIn(formats)],
    ['mime', formats.flatMap(({ mimes }) => mimes)],
  ]);
  for (const half of ['requires', 'excludes'] as const) {
    const clauses = Object.entries(filtering[half]);
    const path = `filtering.${half}`;
    for (const [key, values] of clauses) {
      if (half === 'excludes' && key === 'peer') checkPeers(`${path}.peer`, values, report);
      else
        checkClause(`${path}.${key.slice(0, 128)}`, { key, values, known: known.get(key) }, report);
    }
  }
}

/** Other servers, by their ledger addresses; `*` is all of them. */
function checkPeers(path: string, values: readonly string[], report: Report): void {
  if (values.length < 1 || values.length > mostFilterValues)
    report(path, `must have 1 to ${mostFilterValues} values`);
  else if (values.some((value) => value !== '*' && !isAccountAddress(value)))
    report(path, 'values must be addresses of accounts on the ledger, or *');
}

function checkClause(
  path: string,
  clause: {
    readonly key: string;
    readonly values: readonly string[];
    readonly known: readonly string[] | undefined;
  },
  report: Report,
): void {
  const { key, values, known } = clause;
  if (!known && !classifierKey.test(key))
    report(path, 'must be type, mime or <classifier>:<keyword>, or in excludes peer');
  if (values.length < 1 || values.length > mostFilterValues)
    report(path, `must have 1 to ${mostFilterValues} values`);
  else if (values.some((value) => value.length < 1 || value.length > 255))
    report(path, 'each value must have 1 to 255 characters');
  else if (known && values.some((value) => !known.includes(value)))
    report(path, problemOfValues(known));
}

const typesIn = (formats: readonly Format[]): readonly string[] => formats.map(({ type }) => type);

const problemOfValues = (known: readonly string[]): string =>
  `values must be among ${[...new Set(known)].join(', ')}`;
