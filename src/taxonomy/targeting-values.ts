import { domainToASCII } from 'node:url';
import { media, type Vendor } from './media';
import {
  targetingGroups,
  type TargetingDictionary,
  type TargetingGroup,
  type TargetingOption,
} from './targeting-options';

/** Values of one typed-in option. */
const maxInputValues = 1000;

/** What is wrong with the values selected for an option; null when nothing is. */
export function problemOfValues(
  group: TargetingGroup,
  option: TargetingOption,
  values: unknown,
  vendor: Vendor | null,
): string | null {
  if (!isStringList(values)) return 'must be a list of strings';
  if (option.type === 'input') return problemOfDomains(values, vendor);
  const known = selectableIds.get(`${group}:${option.name}`)!;
  const unknown = [...new Set(values)].filter((value) => !known.has(value));
  if (unknown.length === 0) return null;
  const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : '';
  return `unknown values: ${unknown.slice(0, 5).map(quote).join(', ')}${more}`;
}

/**
 * The values of `key` (`site:category`) that match a selected one: of a dictionary the id and the
 * ids below it, of a typed-in domain its lower-case ASCII form without `www.`.
 */
export function matchingValues(key: string, value: string): readonly string[] {
  const ids = selectableIds.get(key);
  return ids ? (ids.get(value) ?? [value]) : [toHost(value)];
}

function problemOfDomains(values: readonly string[], vendor: Vendor | null): string | null {
  if (values.length > maxInputValues) return `must have at most ${maxInputValues} values`;
  const form = vendor?.hostForm ?? null;
  const bad = values.find((value) => !isDomain(value) || form?.test(toHost(value)) === false);
  if (bad === undefined) return null;
  return `${quote(bad)} is not a domain${form && vendor ? ` of ${vendor.label}` : ''}`;
}

function isDomain(value: string): boolean {
  if (value.length < 2 || value.length > 255 || /[\s/\\:?#@%[\]]/.test(value)) return false;
  const labels = domainToASCII(value).split('.');
  return labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

function toHost(domain: string): string {
  return domainToASCII(domain).replace(/^www\./, '');
}

/** Every id of a dictionary to itself and all ids below it. */
function selectable(items: TargetingDictionary): Map<string, readonly string[]> {
  const ids = new Map<string, readonly string[]>();
  for (const [id, item] of Object.entries(items)) {
    const below = typeof item === 'string' ? null : selectable(item.values);
    ids.set(id, [id, ...(below?.keys() ?? [])]);
    for (const [childId, matching] of below ?? []) ids.set(childId, matching);
  }
  return ids;
}

/** By `group:option`; media share their options, so a name means the same in all of them. */
const selectableIds: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  media.flatMap(({ targeting }) =>
    targetingGroups.flatMap((group) =>
      targeting[group].flatMap((option) =>
        option.type === 'dict'
          ? [[`${group}:${option.name}`, selectable(option.items)] as const]
          : [],
      ),
    ),
  ),
);

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Wire text in a message: cut, and escaped by JSON. */
function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
