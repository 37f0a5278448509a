import {
  type CampaignTargeting,
  type TargetingFeatureGroups,
  type TargetingFeatures,
} from '../../demand/taxonomy/taxonomy';
import { targetingGroups } from '../../demand/taxonomy/targeting-options';
import { isRecord } from '../../record';
import { LeftOut } from './left-out';
import { readListedText } from './listed-members';

const mostOptions = 50;
const mostValues = 1_000;
const mostTextLength = 255;
/** Characters of a campaign’s targeting as JSON: finds have it in memory, and a document of the database has 16 MiB. */
const mostLength = 2 ** 18;
const optionForm = /^[a-z][a-z0-9_-]{0,63}$/i;

/** @throws {LeftOut} @see docs/peers.md §6 */
export function readTargeting(requires: unknown, excludes: unknown): CampaignTargeting {
  if (JSON.stringify([requires, excludes]).length > mostLength) throw new LeftOut('targeting');
  const asked = readGroups(requires);
  const isKnown = (group: string) => targetingGroups.some((known) => known === group);
  // No request could have a feature of an unknown group.
  if ([...asked.keys()].some((group) => !isKnown(group))) throw new LeftOut('targeting');
  return { requires: groupsOf(asked), excludes: groupsOf(readGroups(excludes)) };
}

/** Groups that have features; an empty list stands for none. */
function readGroups(value: unknown): ReadonlyMap<string, TargetingFeatures> {
  const groups = readObject(value).map(
    ([group, options]) => [group, readFeatures(group, options)] as const,
  );
  return new Map(groups.filter(([, features]) => Object.keys(features).length > 0));
}

function readFeatures(group: string, value: unknown): TargetingFeatures {
  const options = readObject(value);
  if (options.length > mostOptions) throw new LeftOut('targeting');
  return Object.fromEntries(
    options
      .map(([option, values]) => {
        if (!optionForm.test(option) || !Array.isArray(values) || values.length > mostValues)
          throw new LeftOut('targeting');
        const texts = values.map((text) => readListedText(text, mostTextLength, 'targeting'));
        const isDomain = group === 'site' && option === 'domain';
        return [option, isDomain ? texts.map(readDomain) : texts] as const;
      })
      .filter(([, values]) => values.length > 0),
  );
}

function readObject(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value) && value.length === 0) return [];
  if (isRecord(value)) return Object.entries(value);
  throw new LeftOut('targeting');
}

/** Some servers write domains as URLs. */
function readDomain(text: string): string {
  const domain = text.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');
  if (domain === '') throw new LeftOut('targeting');
  return domain;
}

function groupsOf(groups: ReadonlyMap<string, TargetingFeatures>): TargetingFeatureGroups {
  const featuresOf = (group: string) => groups.get(group) ?? {};
  return { user: featuresOf('user'), site: featuresOf('site'), device: featuresOf('device') };
}
