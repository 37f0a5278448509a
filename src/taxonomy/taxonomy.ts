import type { ErrorDetails } from '../errors';
import { media, type Format, type Medium, type Vendor } from './media';
import { targetingGroups, type TargetingGroup, type TargetingOptions } from './targeting-options';
import { matchingValues, problemOfValues } from './targeting-values';

export type { Format };

/** Option name to selected values. */
export type TargetingFeatures = Readonly<Record<string, readonly string[]>>;
export type TargetingFeatureGroups = Readonly<Record<TargetingGroup, TargetingFeatures>>;

/** What a bid request must have (each option, one of its values) and must not have (any value). */
export interface Targeting {
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

export const noTargeting: Targeting = { requires: noFeatures, excludes: noFeatures };

/** Whether campaigns and sites may name this pair; vendor null is the medium as a whole. */
export function isKnownMedium(medium: string, vendor: string | null): boolean {
  return findMedium(medium, vendor) !== null;
}

/** What may be uploaded for, and shown in, a medium and vendor; null for an unknown pair. */
export function findFormats(medium: string, vendor: string | null): readonly Format[] | null {
  const found = findMedium(medium, vendor);
  return found && (found.vendor ?? found.medium).formats;
}

/** The options of a medium by group; a vendor has its medium's. Null for an unknown medium. */
export function findTargetingOptions(medium: string): TargetingOptions | null {
  return findMedium(medium, null)?.medium.targeting ?? null;
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
  medium: string,
  vendor: string | null,
  targeting: unknown,
  path: string,
): ErrorDetails {
  const found = findMedium(medium, vendor);
  const details: Record<string, string[]> = {};
  if (!found) return details;
  const report: Report = (at, message) => void (details[at] ??= []).push(message);
  if (!hasTargetingLevels(targeting)) validateGroups(found, targeting, path, report);
  else {
    for (const [half, groups] of readMembers(targeting, ['requires', 'excludes'], path, report))
      validateGroups(found, groups, `${path}.${half}`, report);
  }
  return details;
}

/** Whether a targeting is written as `{ requires, excludes }`, not as `{ user, site, device }`. */
export function hasTargetingLevels(targeting: unknown): boolean {
  return (
    isObject(targeting) && ['requires', 'excludes'].some((half) => Object.hasOwn(targeting, half))
  );
}

/**
 * Brings a targeting in which `validateTargeting` found nothing into its full form,
 * duplicates removed, options without values left out.
 */
export function toTargeting(targeting: unknown): Targeting {
  if (!isObject(targeting)) return noTargeting;
  const { requires, excludes } = hasTargetingLevels(targeting)
    ? targeting
    : { requires: targeting, excludes: null };
  return { requires: toFeatureGroups(requires), excludes: toFeatureGroups(excludes) };
}

/**
 * Flattens a targeting for comparison with a bid request. A selected parent stands for its
 * children too (`health` also for `diets`); domains become lower-case ASCII without `www.`.
 */
export function flattenTargeting({ requires, excludes }: Targeting): FlatTargeting {
  return { requires: flattenGroups(requires), excludes: flattenGroups(excludes) };
}

/** Enough to learn from; an answer does not grow with a hostile request. */
const maxReportedKeys = 20;

type Report = (path: string, message: string) => void;
type FoundMedium = { readonly medium: Medium; readonly vendor: Vendor | null };

function findMedium(mediumName: string, vendorName: string | null): FoundMedium | null {
  const medium = media.find(({ name }) => name === mediumName);
  if (!medium) return null;
  if (vendorName === null) return { medium, vendor: null };
  const vendor = medium.vendors.find(({ name }) => name === vendorName);
  return vendor ? { medium, vendor } : null;
}

function validateGroups(found: FoundMedium, value: unknown, path: string, report: Report): void {
  for (const [group, features] of readMembers(value, targetingGroups, path, report)) {
    const options = found.medium.targeting[group];
    const names = options.map(({ name }) => name);
    for (const [name, values] of readMembers(features, names, `${path}.${group}`, report)) {
      const option = options.find((candidate) => candidate.name === name)!;
      const problem = problemOfValues(group, option, values, found.vendor);
      if (problem) report(`${path}.${group}.${name}`, problem);
    }
  }
}

/** Members of an object that may have only the named ones; reports the others. */
function readMembers<Name extends string>(
  value: unknown,
  names: readonly Name[],
  path: string,
  report: Report,
): readonly (readonly [Name, unknown])[] {
  if (isEmpty(value)) return [];
  if (!isObject(value)) {
    report(path, 'must be an object');
    return [];
  }
  const isName = (key: string): key is Name => (names as readonly string[]).includes(key);
  const unknown = Object.keys(value).filter((key) => !isName(key));
  for (const key of unknown.slice(0, maxReportedKeys))
    report(`${path}.${key.slice(0, 64)}`, `unknown, must be one of ${names.join(', ')}`);
  return Object.entries(value).flatMap(([key, member]) =>
    isName(key) ? [[key, member] as const] : [],
  );
}

function toFeatureGroups(value: unknown): TargetingFeatureGroups {
  const groups = isObject(value) ? value : {};
  const featuresOf = (group: TargetingGroup): TargetingFeatures =>
    Object.fromEntries(
      Object.entries(isObject(groups[group]) ? groups[group] : {})
        .map(([name, values]) => [name, [...new Set(values as readonly string[])]] as const)
        .filter(([, values]) => values.length > 0),
    );
  return { user: featuresOf('user'), site: featuresOf('site'), device: featuresOf('device') };
}

function flattenGroups(groups: TargetingFeatureGroups): FlatFeatures {
  return Object.fromEntries(
    targetingGroups.flatMap((group) =>
      Object.entries(groups[group]).map(([name, values]) => {
        const key = `${group}:${name}`;
        return [key, [...new Set(values.flatMap((value) => matchingValues(key, value)))]];
      }),
    ),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
