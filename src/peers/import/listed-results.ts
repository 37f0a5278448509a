import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Classifiers } from '../../classifier';
import { classifiedKeyword } from '../../demand/classifications/classification-rules';
import { isRecord } from '../../record';
import { toPhpJson } from './php-json';

/** Findings of classifiers, as filters of publishers ask for them: `<classifier>:<keyword>` to values. */
export type ListedKeywords = Readonly<Record<string, readonly string[]>>;

/** Characters of the keywords of one result, as they are signed. */
const mostLength = 8_192;
/** Keywords and values of filters: what is longer no filter can name. */
const keywordForm = /^[\w-]{1,64}$/;
const mostValueLength = 255;
const signatureForm = /^[0-9a-f]{128}$/i;
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads results of classifiers that a peer tells of a creative. Those count that one of ours has signed, for the creative's
 * bytes; others come to nothing, and the creative is taken all the same.
 *
 * @param hash SHA-1 of the creative's bytes, 40 lower-case hex digits
 * @see docs/peers.md §11
 */
export function readResults(
  value: unknown,
  { hash, classifiers }: { readonly hash: string; readonly classifiers: Classifiers },
): ListedKeywords {
  if (!isRecord(value)) return {};
  const found: Record<string, readonly string[]> = {};
  for (const [name, key] of classifiers) {
    const result = value[name];
    if (key.algorithm !== 'ed25519' || !isRecord(result)) continue;
    const { keywords } = result;
    if (!isRecord(keywords) && !isEmptyList(keywords)) continue;
    if (!isSigned({ ...result, keywords }, { hash, publicKey: key.publicKey })) continue;
    for (const [keyword, values] of Object.entries(keywords))
      if (keywordForm.test(keyword)) found[`${name}:${keyword}`] = toValues(values);
    found[classifiedBy(name)] = ['1'];
  }
  return found;
}

/** The key that a creative has once a classifier has looked at it. */
export const classifiedBy = (classifier: string): string => `${classifier}:${classifiedKeyword}`;

/** An object without members, as some write it. */
const isEmptyList = (value: unknown): value is readonly [] =>
  Array.isArray(value) && value.length === 0;

function toValues(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map(String)
    .filter((one) => one.length >= 1 && one.length <= mostValueLength);
}

function isSigned(
  { keywords, signature, signed_at: signedAt }: Readonly<Record<string, unknown>>,
  { hash, publicKey }: { readonly hash: string; readonly publicKey: KeyObject },
): boolean {
  if (typeof signature !== 'string' || !signatureForm.test(signature)) return false;
  if (typeof signedAt !== 'string' || !timeForm.test(signedAt)) return false;
  const seconds = Date.parse(signedAt) / 1000;
  // The signed text is never shorter than this. To sort a long one would keep everybody else waiting.
  if (Number.isNaN(seconds) || JSON.stringify(keywords).length > mostLength) return false;
  const json = toPhpJson(keywords);
  if (json.length > mostLength) return false;
  const digest = createHash('sha256').update(hash, 'hex').update(`${seconds}${json}`).digest('hex');
  return verify(null, Buffer.from(digest), publicKey, Buffer.from(signature, 'hex'));
}
