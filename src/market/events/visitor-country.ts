import type { Config } from '../../config';
import type { WithRequest } from '../../request-facts';

/** Codes that ISO 3166 gives to no country; proxies tell them for an address whose country they do not know. */
const unknownCountries: readonly string[] = ['xx', 'zz'];

/** The country that the operator's proxy tells in the header of its choice, ISO 3166 alpha-2, lower case; null: it tells none. */
export function readCountry({
  config,
  request,
}: WithRequest & { readonly config: Pick<Config, 'countryHeader'> }): string | null {
  if (config.countryHeader === null) return null;
  const header = request.headers[config.countryHeader];
  const country = (typeof header === 'string' ? header : header?.[0])?.toLowerCase();
  const isKnown = country !== undefined && /^[a-z]{2}$/.test(country);
  return isKnown && !unknownCountries.includes(country) ? country : null;
}
