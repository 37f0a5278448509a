import type { ErrorDetails } from '../errors';
import { isUuid } from '../id';
import { findFormats, findTargetingOptions, type Taxonomy } from '../taxonomy/taxonomy';
import { isSelectable } from '../taxonomy/targeting-values';
import { isReadable, unreadable } from '../validation';
import {
  type CreativeDecisions,
  type CreativeFilter,
  settableSiteStatuses,
  type Site,
  type SiteTerms,
} from './site';

const maxNameLength = 64;
const maxCategories = 50;
const maxFilterKeys = 50;
const maxFilterValues = 100;
/** Creatives that one request decides on, of each kind. */
const maxDecisions = 100;

/** `<classifier>:<keyword>`. */
const classifierKey = /^[\w-]{1,64}:[\w-]{1,64}$/;

type Report = (path: string, problem: string) => void;

/**
 * Everything that is wrong with what a publisher says of a site; empty when nothing is. An absent member is not looked
 * at.
 */
export function problemsOfSite(
  taxonomy: Taxonomy,
  { medium, vendor }: Pick<Site, 'medium' | 'vendor'>,
  terms: Partial<SiteTerms>,
): ErrorDetails {
  const details: Record<string, string[]> = {};
  const report: Report = (path, problem) => void (details[path] ??= []).push(problem);
  const { name, status, primaryLanguage, categories, filtering } = terms;
  if (name !== undefined && (name.trim() === '' || name.length > maxNameLength))
    report('name', `must have 1 to ${maxNameLength} characters`);
  else if (name !== undefined && !isReadable(name)) report('name', unreadable);
  if (status !== undefined && !settableSiteStatuses.some((settable) => settable === status))
    report('status', `must be one of ${settableSiteStatuses.join(', ')}`);
  if (typeof primaryLanguage === 'string' && !/^[a-z]{2}$/.test(primaryLanguage))
    report('primaryLanguage', 'must be two lower-case letters (ISO 639-1)');
  if (categories) checkCategories(taxonomy, { medium, vendor, categories }, report);
  if (filtering) checkFilter(taxonomy, { medium, vendor, filtering }, report);
  return details;
}

/** Everything that is wrong with decisions on creatives; empty when nothing is. */
export function problemsOfDecisions(decisions: CreativeDecisions): ErrorDetails {
  const details: Record<string, readonly string[]> = {};
  const lists = [decisions.accept, decisions.reject, decisions.forget];
  const all = lists.flat().map((id) => id.toLowerCase().replaceAll('-', ''));
  for (const [kind, ids] of Object.entries(decisions) as [
    keyof CreativeDecisions,
    readonly string[],
  ][]) {
    if (ids.length > maxDecisions) details[kind] = [`must have at most ${maxDecisions} entries`];
    else
      ids.forEach((id, at) => {
        if (!isUuid(id)) details[`${kind}.${at}`] = ['must be an id of 32 hex digits'];
      });
  }
  if (Object.keys(details).length === 0 && new Set(all).size < all.length)
    details.accept = ['must not name a creative twice, nor one that is rejected or forgotten'];
  return details;
}

function checkCategories(
  taxonomy: Taxonomy,
  { medium, vendor, categories }: Pick<Site, 'medium' | 'vendor' | 'categories'>,
  report: Report,
): void {
  const options = findTargetingOptions(taxonomy, medium, vendor);
  const option = options?.site.find(({ name }) => name === 'category');
  if (categories.length > maxCategories) {
    report('categories', `must have at most ${maxCategories} entries`);
    return;
  }
  categories.forEach((category, at) => {
    if (!option || !isSelectable(option, category))
      report(`categories.${at}`, `is no category of ${vendor ?? medium}`);
    else if (categories.indexOf(category) < at) report(`categories.${at}`, 'is there twice');
  });
}

function checkFilter(
  taxonomy: Taxonomy,
  { medium, vendor, filtering }: Pick<Site, 'medium' | 'vendor' | 'filtering'>,
  report: Report,
): void {
  const formats = findFormats(taxonomy, medium, vendor) ?? [];
  const known = new Map<string, readonly string[]>([
    ['type', formats.map(({ type }) => type)],
    ['mime', formats.flatMap(({ mimes }) => mimes)],
  ]);
  for (const half of ['requires', 'excludes'] as const) {
    const clauses = Object.entries(filtering[half]);
    const path = `filtering.${half}`;
    if (clauses.length > maxFilterKeys) report(path, `must have at most ${maxFilterKeys} keys`);
    for (const [key, values] of clauses.slice(0, maxFilterKeys))
      checkClause(`${path}.${key.slice(0, 128)}`, { key, values, known: known.get(key) }, report);
  }
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
    report(path, 'must be type, mime or <classifier>:<keyword>');
  if (values.length < 1 || values.length > maxFilterValues)
    report(path, `must have 1 to ${maxFilterValues} values`);
  else if (values.some((value) => value.length < 1 || value.length > 255))
    report(path, 'each value must have 1 to 255 characters');
  else if (known && values.some((value) => !known.includes(value)))
    report(path, `values must be among ${[...new Set(known)].join(', ')}`);
}

/** What stands for no filter at all. */
export const noFilter: CreativeFilter = { requires: {}, excludes: {} };
