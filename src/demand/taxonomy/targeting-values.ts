import { domainToASCII } from 'node:url';
import type { MediumFacts, Vendor } from './media';
import type { TargetingDictionary, TargetingOption } from './targeting-options';

/** Values of one typed-in option. */
const maxInputValues = 1000;
const maxTextLength = 255;

/** Tells what is wrong with the values selected for an option of a medium or vendor; null: nothing. */
export function problemOfValues(
  option: TargetingOption,
  values: unknown,
  found: MediumFacts | Vendor,
): string | null {
  if (!isStringList(values)) return 'must be a list of strings';
  if (option.type === 'input') return problemOfInput(option.kind, values, found);
  const known = selectableIds(option);
  const unknown = [...new Set(values)].filter((value) => !known.has(value));
  if (unknown.length === 0) return null;
  const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : '';
  return `unknown values: ${unknown.slice(0, 5).map(quote).join(', ')}${more}`;
}

/**
 * The values of a request that match a selected one: of a dictionary the id and the ids below it, of a typed-in domain
 * its lower-case ASCII form without `www.`.
 */
export function matchingValues(option: TargetingOption, value: string): readonly string[] {
  if (option.type === 'dict') return selectableIds(option).get(value) ?? [value];
  return [option.kind === 'domain' ? toHost(value) : value];
}

/** Says that a dictionary lets an id be selected, at any depth. */
export function isSelectable(option: TargetingOption, id: string): boolean {
  return option.type === 'dict' && selectableIds(option).has(id);
}

function problemOfInput(
  kind: 'domain' | 'text',
  values: readonly string[],
  found: MediumFacts | Vendor,
): string | null {
  if (values.length > maxInputValues) return `must have at most ${maxInputValues} values`;
  if (kind === 'domain') return problemOfDomains(values, found);
  const bad = values.find((value) => value.length < 1 || value.length > maxTextLength);
  return bad === undefined ? null : `each value must have 1 to ${maxTextLength} characters`;
}

function problemOfDomains(values: readonly string[], found: MediumFacts | Vendor): string | null {
  const form = 'hostForm' in found ? found.hostForm : null;
  const bad = values.find((value) => !isDomain(value) || form?.test(toHost(value)) === false);
  if (bad === undefined) return null;
  return `${quote(bad)} is not a domain${form ? ` of ${found.label}` : ''}`;
}

/** A host name, an IPv4 address, or an IPv6 address in brackets: whatever the host of a page's URL can be. */
function isDomain(value: string): boolean {
  if (value.startsWith('[')) return value.length <= 64 && domainToASCII(value) !== '';
  if (value.length < 2 || value.length > 255 || /[\s/\\:?#@%[\]]/.test(value)) return false;
  const labels = domainToASCII(value).split('.');
  return labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

function toHost(domain: string): string {
  return (domainToASCII(domain) || domain).replace(/^www\./, '');
}

const selectableOf = new WeakMap<TargetingOption, ReadonlyMap<string, readonly string[]>>();

/** Every id of a dictionary to itself and all ids below it. */
function selectableIds(
  option: Extract<TargetingOption, { type: 'dict' }>,
): ReadonlyMap<string, readonly string[]> {
  let ids = selectableOf.get(option);
  if (!ids) selectableOf.set(option, (ids = selectable(option.items)));
  return ids;
}

function selectable(items: TargetingDictionary): Map<string, readonly string[]> {
  const ids = new Map<string, readonly string[]>();
  for (const [id, item] of Object.entries(items)) {
    const below = typeof item === 'string' ? null : selectable(item.values);
    ids.set(id, [id, ...(below?.keys() ?? [])]);
    for (const [childId, matching] of below ?? []) ids.set(childId, matching);
  }
  return ids;
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Wire text in a message: cut, and escaped by JSON. */
function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
