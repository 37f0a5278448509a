import {
  coveringDomain,
  longestDomain,
  toDomain,
} from '../../demand/refused-domains/refused-domain';
import { emptiable, listOf, member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';

export const mostBlockedDomains = 1_000;

/** @returns a problem where the text is no domain of somebody: a single label, such as `com`, is everybody's */
function readDomain(value: unknown): { readonly value: string } | string {
  const domain = typeof value === 'string' && value.length <= 1_024 ? toDomain(value) : null;
  if (domain === null) return 'must be a domain such as shop.example, without https:// and path';
  const isAddress = domain.startsWith('[');
  return domain.includes('.') || isAddress
    ? { value: domain }
    : 'must have two labels, as shop.example has: all that ends in one is no advertiser';
}

/** A domain in the form of `toDomain`. */
export const landingDomain = member(readDomain, { type: 'string', maxLength: longestDomain });

const domain = { ...kind.plainText, input: landingDomain, example: 'shop.example' };

/** Domains of landing pages, in the form of `toDomain`. @see OpenRTB 2.6 §3.2.1 `badv` */
export const landingDomains: Kind<readonly string[]> = {
  ...kind.listOf(domain, emptiable(listOf(domain.input, { most: mostBlockedDomains }))),
  range: `at most ${mostBlockedDomains}`,
};

/** Hosts that are in some domains: the domains, and all of their subdomains. */
export class HostsInDomains {
  readonly #domains: ReadonlySet<string>;

  constructor(domains: readonly string[]) {
    this.#domains = new Set(domains);
  }

  has(host: string): boolean {
    return coveringDomain(host, this.#domains) !== null;
  }
}
