import { isDeepStrictEqual } from 'node:util';
import { formatAmount } from '../../amount';
import { isRecord } from '../../record';
import { isHttpUrl } from '../../validation';
import type { ChangedMember } from './audit-entry';

/** Texts that may be kept, by the names of their members. Any other may be a secret, and is not. */
const readableTexts: ReadonlySet<string> = new Set([
  'address',
  'alt',
  'behalf',
  'classifier',
  'company',
  'currency',
  'host',
  'medium',
  'mimes',
  'name',
  'paid',
  'reason',
  'reference',
  'scope',
  'scopes',
  'size',
  'slug',
  'vendor',
]);

/** Most that an entry keeps. */
export const mostMembers = 20;
const longestValue = 200;

/**
 * Keeps of the arguments of a change: the names of all members, those of an `input` one by one, and the values that
 * cannot be secrets. Of an object that is known, only members that get another value.
 *
 * @param options.isClosed says that a text by this name is an id, or one of a closed set
 * @param options.former the object before the change; null where it is not known
 */
export function toChangedMembers(
  args: Readonly<Record<string, unknown>>,
  { isClosed, former }: { readonly isClosed: (name: string) => boolean; readonly former: Former },
): readonly ChangedMember[] {
  const tellMember = (name: string, value: unknown) => {
    if (name === 'url') return toPlace(value);
    if (name === 'impressionPixels' && Array.isArray(value))
      return toText(value.map(toPlace), true);
    return toText(value, isClosed(name) || readableTexts.has(name));
  };
  return Object.entries(args)
    .flatMap(([name, value]) =>
      isPlainInput(value) ? Object.entries(value) : [[name, value] as const],
    )
    .filter(([name, value]) => value !== undefined && !isSame(former, name, value))
    .slice(0, mostMembers)
    .map(([name, value]) => ({
      name,
      value: tellMember(name, value),
      before: former && Object.hasOwn(former, name) ? tellMember(name, former[name]) : null,
    }));
}

/** An object by the names that mutations have for its members. */
export type Former = Readonly<Record<string, unknown>> | null;

function isSame(former: Former, name: string, value: unknown): boolean {
  return former !== null && Object.hasOwn(former, name) && isDeepStrictEqual(former[name], value);
}

/** Where a URL leads to: its query and its fragment may be secrets, and what has credentials is not kept at all. */
function toPlace(url: unknown): string | null {
  if (typeof url !== 'string' || !isHttpUrl(url)) return null;
  return toText(url.replace(/[?#].*$/s, ''), true);
}

/** Times are values, and so is the promise of an upload. */
function isPlainInput(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof Date) && !('then' in value);
}

function toText(value: unknown, isReadable: boolean): string | null {
  switch (typeof value) {
    case 'bigint':
      return formatAmount(value);
    case 'boolean':
    case 'number':
      return String(value);
    case 'string':
      return isReadable && value.length <= longestValue ? value : null;
    default:
      break;
  }
  if (value === null) return 'null';
  if (value instanceof Date) return value.toISOString();
  if (!Array.isArray(value)) return null;
  const texts = value.map((item: unknown) => toText(item, isReadable));
  const joined = texts.join(', ');
  return texts.includes(null) || joined.length > longestValue ? null : joined;
}
