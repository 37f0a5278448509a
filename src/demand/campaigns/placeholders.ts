/** The values of placeholders in URLs of advertisers, but for `{cid}`, the case. @see docs/reference-clients.md §8.7 */
export interface PlaceholderValues {
  /** The creative. */
  readonly bid: string;
  /** The publisher. */
  readonly pid: string;
  /** The ledger address of the server that offered the creative. */
  readonly aid: string;
  /** The site's host. */
  readonly sid: string;
  /** The placement. */
  readonly zid: string;
  readonly campaign: string;
  readonly device: string;
  /** USD for 1,000 views. */
  readonly price: string;
  /** Unix seconds. */
  readonly timestamp: string;
  /** 8 random digits. */
  readonly cachebuster: string;
}

type Placeholder = keyof PlaceholderValues | 'cid';

/** Names in braces, in any case. */
const ownNames: ReadonlyMap<string, Placeholder> = new Map([
  ...(['cid', 'bid', 'pid', 'aid', 'sid', 'zid'] as const).map((name) => [name, name] as const),
  ...(['campaign', 'device', 'price', 'timestamp', 'cachebuster'] as const).map(
    (name) => [name, name] as const,
  ),
  ['creative', 'bid'],
  ['site', 'sid'],
]);

/**
 * Names as the trade writes them, in capitals: brackets and small letters are members of many a query.
 *
 * @see OpenRTB 2.6 §4.4, substitution macros
 */
const tradeNames: ReadonlyMap<string, Placeholder> = new Map([
  ['CACHEBUSTER', 'cachebuster'],
  ['CACHEBUSTING', 'cachebuster'],
  ['TIMESTAMP', 'timestamp'],
  ['CAMPAIGN', 'campaign'],
  ['CREATIVE', 'bid'],
  ['SITE', 'sid'],
  ['DEVICE', 'device'],
  ['PRICE', 'price'],
  ['AUCTION_PRICE', 'price'],
]);

/**
 * `${NAME}`, `%%NAME%%`, `[NAME]`, `{name}`. Campaigns whose URL went through a URL parser have the braces of a path
 * percent-encoded.
 */
const placeholderPattern =
  /\$(?:\{|%7[Bb])([A-Z_]+)(?:\}|%7[Dd])|%%([A-Z_]+)%%|\[([A-Z_]+)\]|(?:\{|%7[Bb])(\w+)(?:\}|%7[Dd])/g;

/** The value that a placeholder stands for; undefined: the text is no placeholder of ours. */
function valueNamed(groups: readonly (string | undefined)[]): Placeholder | undefined {
  const [inDollars, inPercents, inBrackets, inBraces] = groups;
  return inBraces === undefined
    ? tradeNames.get(inDollars ?? inPercents ?? inBrackets ?? '')
    : ownNames.get(inBraces.toLowerCase());
}

/** The values that a URL asks for, in its order, as often as the URL names them. */
export function placeholdersIn(template: string): readonly Placeholder[] {
  return [...template.matchAll(placeholderPattern)]
    .map(([, ...groups]) => valueNamed(groups))
    .filter((name) => name !== undefined);
}

/** A host’s name has up to 253 characters: filled in, a URL stays short enough for any server. */
const mostPlaceholders = 16;

/** The problem of a URL with too many placeholders; null: none. */
export const problemOfPlaceholders = (named: readonly Placeholder[]): string | null =>
  named.length > mostPlaceholders ? `must have at most ${mostPlaceholders} placeholders` : null;

/**
 * Fills in the placeholders, percent-encoded.
 *
 * @param caseId undefined: `{cid}` stays as it is
 */
export const fillPlaceholders = (
  template: string,
  values: PlaceholderValues,
  caseId?: string,
): string =>
  template.replace(placeholderPattern, (text, ...groups: (string | undefined)[]) => {
    const name = valueNamed(groups);
    const value = name === 'cid' ? caseId : name && values[name];
    return value === undefined ? text : encodeURIComponent(value);
  });
