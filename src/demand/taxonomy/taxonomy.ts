import type { ErrorDetails } from '../../errors';
import { isRecord } from '../../record';
import type { Format, MediumFacts, Taxonomy, Vendor } from './media';
import { targetingGroups, type TargetingGroup, type TargetingOptions } from './targeting-options';
import { matchingValues, problemOfValues } from './targeting-values';
import { assertPresent } from '../../present';

export type { Format, Taxonomy };

/** Option name to selected values. */
export type TargetingFeatures = Readonly<Record<string, readonly string[]>>;
export type TargetingFeatureGroups = Readonly<Record<TargetingGroup, TargetingFeatures>>;

/** Features that a bid request must have (of each option, one of its values) and must not have (any value). */
export interface CampaignTargeting {
  readonly requires: TargetingFeatureGroups;
  readonly excludes: TargetingFeatureGroups;
}

/** `group:option` (`site:category`) to values: the form that selection compares. */
export type FlatFeatures = Readonly<Record<string, readonly string[]>>;

export interface FlatTargeting {
  readonly requires: FlatFeatures;
  readonly excludes: FlatFeatures;
}

const noFeatures: TargetingFeatureGroups = { user: {}, site: {}, device: {} };

export const noTargeting: CampaignTargeting = { requires: noFeatures, excludes: noFeatures };

/** Says that campaigns and sites may name this pair; vendor null is the medium as a whole. */
export function isKnownMedium(taxonomy: Taxonomy, medium: string, vendor: string | null): boolean {
  return findMedium(taxonomy, medium, vendor) !== null;
}

/** Finds the formats of a medium and vendor, for uploads and for display; null for an unknown pair. */
export function findFormats(
  taxonomy: Taxonomy,
  medium: string,
  vendor: string | null,
): readonly Format[] | null {
  return findMedium(taxonomy, medium, vendor)?.formats ?? null;
}

/** The targeting options of a medium and vendor by group; null for an unknown pair. */
export function findTargetingOptions(
  taxonomy: Taxonomy,
  medium: string,
  vendor: string | null,
): TargetingOptions | null {
  return findMedium(taxonomy, medium, vendor)?.targeting ?? null;
}

/** Finds a medium, or a vendor of the medium; null for an unknown pair. */
export function findMedium(
  taxonomy: Taxonomy,
  mediumName: string,
  vendorName: string | null,
): MediumFacts | Vendor | null {
  const medium = taxonomy.media.find(({ name }) => name === mediumName);
  if (!medium || vendorName === null) return medium ?? null;
  return medium.vendors.find(({ name }) => name === vendorName) ?? null;
}

/**
 * Finds everything in a targeting that the taxonomy does not know. Both notations are read:
 * `{ requires, excludes }` and `{ user, site, device }`, which means requires. Null and an empty
 * list stand for an empty object, as clients of older servers send them.
 *
 * @param path where the targeting stands in the request (`targeting`); keys begin with it.
 * @returns empty when all is well, and for an unknown medium or vendor, which the caller reports.
 */
export function validateTargeting(
  taxonomy: Taxonomy,
  { medium, vendor, targeting }: MediumAndVendor & { readonly targeting: unknown },
  path: string,
): ErrorDetails {
  const found = findMedium(taxonomy, medium, vendor);
  const details: Record<string, string[]> = {};
  if (!found) return details;
  const report: Report = (at, message) => void (details[at] ??= []).push(message);
  if (!hasTargetingLevels(targeting)) validateGroups(found, targeting, path, report);
  else {
    for (const [half, groups] of knownMembersOf(targeting, ['requires', 'excludes'], path, report))
      validateGroups(found, groups, `${path}.${half}`, report);
  }
  return details;
}

/** Says that a targeting is written as `{ requires, excludes }`, not as `{ user, site, device }`. */
export function hasTargetingLevels(targeting: unknown): boolean {
  return (
    isRecord(targeting) && ['requires', 'excludes'].some((half) => Object.hasOwn(targeting, half))
  );
}

/**
 * Brings a targeting in which `validateTargeting` found nothing into its full form,
 * duplicates removed, options without values left out.
 */
export function toTargeting(targeting: unknown): CampaignTargeting {
  if (!isRecord(targeting)) return noTargeting;
  const { requires, excludes } = hasTargetingLevels(targeting)
    ? targeting
    : { requires: targeting, excludes: null };
  return { requires: toFeatureGroups(requires), excludes: toFeatureGroups(excludes) };
}

/**
 * Flattens a campaign's targeting for comparison with a bid request. A selected parent stands for its
 * children too (`health` also for `diets`); domains become lower-case ASCII without `www.`. What the
 * taxonomy does not know any more is compared as it is.
 */
export function flattenTargeting(
  taxonomy: Taxonomy,
  { medium, vendor, targeting }: MediumAndVendor & { readonly targeting: CampaignTargeting },
): FlatTargeting {
  const options = findTargetingOptions(taxonomy, medium, vendor);
  const flatten = (groups: TargetingFeatureGroups) => flattenGroups(options, groups);
  return { requires: flatten(targeting.requires), excludes: flatten(targeting.excludes) };
}

/** The medium and vendor of a campaign or site; vendor null is the medium as a whole. */
export interface MediumAndVendor {
  readonly medium: string;
  readonly vendor: string | null;
}

/** Enough to learn from; an answer does not grow with a hostile request. */
const maxReportedKeys = 20;

type Report = (path: string, message: string) => void;
function validateGroups(found: MediumFacts, value: unknown, path: string, report: Report): void {
  for (const [group, features] of knownMembersOf(value, targetingGroups, path, report)) {
    const options = found.targeting[group];
    const names = options.map(({ name }) => name);
    for (const [name, values] of knownMembersOf(features, names, `${path}.${group}`, report)) {
      const option = assertPresent(
        options.find((candidate) => candidate.name === name),
        'known members bear the names of options',
      );
      const problem = problemOfValues(option, values, found);
      if (problem) report(`${path}.${group}.${name}`, problem);
    }
  }
}

/** Members of an object that may have only the named ones; reports the others. */
function knownMembersOf<Name extends string>(
  value: unknown,
  names: readonly Name[],
  path: string,
  report: Report,
): readonly (readonly [Name, unknown])[] {
  if (isEmpty(value)) return [];
  if (!isRecord(value)) {
    report(path, 'must be an object');
    return [];
  }
  const isName = (key: string): key is Name => names.some((name) => name === key);
  const unknown = Object.keys(value).filter((key) => !isName(key));
  for (const key of unknown.slice(0, maxReportedKeys))
    report(
      `${path}.${key.slice(0, 64)}`,
      `is unknown, must be one of ${names.join(', ') || 'none'}`,
    );
  return Object.entries(value).flatMap(([key, member]) =>
    isName(key) ? [[key, member] as const] : [],
  );
}

function toFeatureGroups(value: unknown): TargetingFeatureGroups {
  const groups = isRecord(value) ? value : {};
  const featuresOf = (group: TargetingGroup): TargetingFeatures =>
    Object.fromEntries(
      Object.entries(isRecord(groups[group]) ? groups[group] : {})
        .map(([name, values]) => [name, [...new Set(textsOf(values))]] as const)
        .filter(([, values]) => values.length > 0),
    );
  return { user: featuresOf('user'), site: featuresOf('site'), device: featuresOf('device') };
}

const textsOf = (values: unknown): readonly string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];

function flattenGroups(
  options: TargetingOptions | null,
  groups: TargetingFeatureGroups,
): FlatFeatures {
  const flat: Record<string, readonly string[]> = {};
  for (const group of targetingGroups)
    for (const [name, values] of Object.entries(groups[group])) {
      const option = options?.[group].find((candidate) => candidate.name === name);
      const matching = option ? values.flatMap((value) => matchingValues(option, value)) : values;
      flat[`${group}:${name}`] = [...new Set(matching)];
    }
  return flat;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
