type Given = Readonly<Record<string, unknown>>;

/** The members of an address that are texts, as lists keep their filters there; others are left out. */
function readTexts<Name extends string>(
  given: Given,
  names: readonly Name[],
): { readonly [Key in Name]?: string } {
  const texts: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && value !== '' && value.length <= 300) texts[name] = value;
  }
  return texts;
}

export const readAuditSearch = (given: Given) =>
  readTexts(given, ['account', 'operation', 'object', 'after']);
export const readTaxonomySearch = (given: Given) => readTexts(given, ['medium', 'vendor']);
export const readRefusedDomainsSearch = (given: Given) =>
  readTexts(given, ['kind', 'search', 'after']);
export const readPeerReceiptsSearch = (given: Given) =>
  readTexts(given, ['peer', 'status', 'after']);
export const readReviewSearch = (given: Given) => readTexts(given, ['status', 'after']);

/** Those that have a value, for an address. */
export function given<Search extends Readonly<Record<string, string | null | undefined>>>(
  search: Search,
): { [Key in keyof Search]?: string } {
  const found: { [Key in keyof Search]?: string } = {};
  for (const key in search) {
    const value = search[key];
    if (value != null && value !== '') found[key] = value;
  }
  return found;
}
