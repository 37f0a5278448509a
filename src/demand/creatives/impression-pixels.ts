import { isIP } from 'node:net';
import { listOf, member } from '../../input-members';
import { problemOfTarget } from '../../platform/egress/target';
import { type Kind, kind } from '../../platform/resources/kinds';
import { problemOfText } from '../../validation';
import { placeholdersIn, problemOfPlaceholders } from '../campaigns/placeholders';

const mostPixels = 3;
const mostBytes = 1_024;

const authorityForm = /^[Hh][Tt][Tt][Pp][Ss]:\/\/([^/\\?#]+)/;
const placeholderSign = /[{}]|%%|%7[bd]|\[[a-z_]+\]/i;
/** Of networks at home and in companies. @see RFC 6761, RFC 6762, RFC 8375 */
const localName = /(?:^|\.)(?:local|localhost|internal|intranet|lan|home\.arpa)\.?$/;
/** As URIs are written, in ASCII, but that placeholders have their braces. @see RFC 3986 */
const pixelPattern =
  '^[Hh][Tt][Tt][Pp][Ss]://(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}(?::[1-9]\\d{0,4})?(?:[/?][!"$-~]*)?$';

/** Tells why the tag may not call a URL for an advertiser; null where it may. */
function problemOfPixel(value: unknown): string | null {
  const textProblem = problemOfText(value, mostBytes);
  if (textProblem !== null) return textProblem;
  const text = String(value);
  const [, authority = ''] = authorityForm.exec(text) ?? [];
  if (placeholderSign.test(authority)) return 'must have a host without placeholders';
  const problem = problemOfTarget(text, { allowsLoopback: false });
  if (problem !== null) return problem;
  const { hostname } = new URL(text);
  // Wide braces become these.
  if (placeholderSign.test(hostname)) return 'must have a host without placeholders';
  if (!isPublicName(hostname)) return 'must have a public host name';
  const named = placeholdersIn(text);
  if (named.includes('cid')) return 'must not have {cid}: pixels are not told the case';
  return problemOfPlaceholders(named);
}

/** Names of the internet have a dot; addresses are no names. */
const isPublicName = (host: string): boolean =>
  isIP(host) === 0 && !host.startsWith('[') && /[^.]\.[^.]/.test(host) && !localName.test(host);

const pixel = {
  ...kind.plainText,
  input: member(
    (value) => {
      const problem = problemOfPixel(value);
      return problem ?? { value: String(value) };
    },
    { type: 'string', maxLength: mostBytes, pattern: pixelPattern },
  ),
  example: 'https://pixel.example/seen?at={timestamp}',
};

const isWithoutRepeats = (urls: readonly string[]): boolean => new Set(urls).size === urls.length;

/** URLs of others that the tag calls when a creative was seen. @see docs/http-api.md "Impression pixels" */
export const impressionPixels: Kind<readonly string[]> = {
  ...kind.listOf(
    pixel,
    listOf(pixel.input, { most: mostPixels }).refine(isWithoutRepeats, 'must not have a URL twice'),
  ),
  range: `at most ${mostPixels} https URLs of at most ${mostBytes} bytes`,
  example: [],
};

/** The hosts that pixels lead to, each once. */
export const hostsOfPixels = (urls: readonly string[]): readonly string[] => [
  ...new Set(urls.map((url) => new URL(url).host)),
];
