import type { Classifiers } from '../../classifier';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';
import { problemOfTarget } from '../../platform/egress/target';
import { isRecord } from '../../record';
import { LeftOut } from './left-out';
import { classifiedBy, type ListedKeywords, readResults } from './listed-results';
import { type ListedMembers, readListedText, readTheirId } from './listed-members';

/** A creative as a peer lists it. */
export interface ListedCreative {
  /** The peer’s own id: 32 lower-case hex digits. */
  readonly theirId: string;
  readonly type: CreativeType;
  readonly mime: string;
  readonly scope: string;
  /** SHA-1 of the bytes that it serves, 40 lower-case hex digits. */
  readonly hash: string;
  readonly serveUrl: string;
  readonly viewUrl: string;
  readonly clickUrl: string;
  /** Findings of classifiers that have signed them for these bytes. */
  readonly keywords: ListedKeywords;
}

/** The rules of this server that lists are read by. */
export interface ListRules {
  /** Types of creatives that the operator takes of this peer. */
  readonly types: readonly CreativeType[];
  /** For development: URLs may lead to this machine, without TLS too. */
  readonly allowsLoopback: boolean;
  /** Classifiers whose results count. */
  readonly classifiers: Classifiers;
  /** The one that must have looked at a creative; null: none must. */
  readonly requiredClassifier: string | null;
}

const mostMimeLength = 127;
const mostUrlLength = 1_024;
const mostScopeLength = 16;
const mimeForm = /^[\w.+-]+\/[\w.+-]+$/;
const scopeForm = /^[a-z0-9][a-z0-9-]*$/i;
const sha1 = /^[0-9a-f]{40}$/i;
/** Links have no MIME type at some servers. */
const mimeOfLinks = 'text/plain';

/** @throws {LeftOut} @see docs/peers.md §6 */
export function readCreative(value: unknown, rules: ListRules): ListedCreative {
  if (value === undefined) throw new LeftOut('too_large');
  if (!isRecord(value)) throw new LeftOut('no_object');
  const theirId = readTheirId(value['id']);
  const type = readType(value['type'], rules);
  const scope = readListedText(value['size'], mostScopeLength, 'size');
  if (!scopeForm.test(scope)) throw new LeftOut('size');
  const hash = value['checksum'];
  if (typeof hash !== 'string' || !sha1.test(hash)) throw new LeftOut('checksum');
  return {
    theirId,
    type,
    mime: readMime(value, type),
    scope: scope.toLowerCase(),
    hash: hash.toLowerCase(),
    serveUrl: readUrl(value['serve_url'], rules),
    viewUrl: readUrl(value['view_url'], rules),
    clickUrl: readUrl(value['click_url'], rules),
    keywords: readKeywords(value, hash.toLowerCase(), rules),
  };
}

function readKeywords(value: ListedMembers, hash: string, rules: ListRules): ListedKeywords {
  const { classifiers, requiredClassifier } = rules;
  const keywords = readResults(value['classification'], { hash, classifiers });
  if (requiredClassifier !== null && !(classifiedBy(requiredClassifier) in keywords))
    throw new LeftOut('not_classified');
  return keywords;
}

function readType(value: unknown, { types }: ListRules): CreativeType {
  const type = creativeType.values.find((known) => known === value);
  if (type === undefined) throw new LeftOut('type');
  if (!types.includes(type)) throw new LeftOut('type_not_taken');
  return type;
}

function readMime(value: ListedMembers, type: CreativeType): string {
  const mime = value['mime'];
  if (mime === null && type === 'direct') return mimeOfLinks;
  const text = readListedText(mime, mostMimeLength, 'mime').toLowerCase();
  if (!mimeForm.test(text)) throw new LeftOut('mime');
  return text;
}

/** A URL without a scheme, or with http, is asked for by https. */
function readUrl(value: unknown, rules: ListRules): string {
  const text = readListedText(value, mostUrlLength, 'urls');
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text);
  if (url === null) throw new LeftOut('urls');
  const isPlain = url.protocol === 'http:' && problemOfTarget(url.href, rules) !== null;
  if (isPlain) url.protocol = 'https:';
  if (problemOfTarget(url.href, rules) !== null) throw new LeftOut('urls');
  return url.href;
}
