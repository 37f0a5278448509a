import type { Config } from '../../config';
import type { WithRequest } from '../../request-facts';

/** The country that the operator's proxy tells in the header of its choice, ISO 3166 alpha-2, lower case; null: it tells none. */
export function readCountry({
  config,
  request,
}: WithRequest & { readonly config: Pick<Config, 'countryHeader'> }): string | null {
  if (config.countryHeader === null) return null;
  const header = request.headers[config.countryHeader];
  const country = typeof header === 'string' ? header : header?.[0];
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toLowerCase() : null;
}
