/** The uses of a domain that operators refuse. */
export const refusedDomainKinds = ['site', 'landing'] as const;
export type RefusedDomainKind = (typeof refusedDomainKinds)[number];

/** A domain that the operator refuses, with all of its subdomains. */
export interface RefusedDomain {
  /** `<kind>:<domain>`. */
  readonly id: string;
  readonly kind: RefusedDomainKind;
  /** As `toDomain` has it. */
  readonly domain: string;
  /** For those whose sites or campaigns it concerns; empty: none was given. */
  readonly reason: string;
  /** The operator's account; null: a command did it. */
  readonly refusedById: string | null;
  readonly refusedAt: Date;
}

/** A domain that covers a host, and why it is refused. */
export type Refusal = Pick<RefusedDomain, 'domain' | 'reason'>;

/** The most domains that are refused at a time. */
export const mostRefusedDomains = 100_000;
/** Longer names no resolver knows. @see RFC 1035 §2.3.4 */
export const longestDomain = 253;

export const refusedDomainIdOf = (kind: RefusedDomainKind, domain: string): string =>
  `${kind}:${domain}`;

/**
 * The form of a domain that is compared: lower case, Punycode, without a last dot and a leading `www.`, as hosts of sites
 * are. An address of IPv4 or IPv6 stands for itself.
 *
 * @returns null for a text that is none.
 */
export function toDomain(text: string): string | null {
  const given = text.trim();
  // The parser would take what stands before or behind a host for other parts of a URL.
  if (given === '' || /[/\\?#@\s]|:\d*$/.test(given)) return null;
  const host = URL.parse(`http://${given}`)
    ?.hostname.replace(/\.$/, '')
    .replace(/^www\./, '');
  if (host === undefined || host.length > longestDomain) return null;
  if (host.startsWith('[')) return host;
  return host.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
    ? host
    : null;
}

/** The longest of some domains that a host is in; null: it is in none. */
export function coveringDomain(
  host: string,
  domains: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  for (let domain = host; ; ) {
    if (domains.has(domain)) return domain;
    const dot = domain.indexOf('.');
    if (dot < 0) return null;
    domain = domain.slice(dot + 1);
  }
}

/** All domains that `coveringDomain` looks for: the host, and those that the host is in, the longest first. */
export function domainsCovering(host: string): readonly string[] {
  const domains: string[] = [];
  const has = (domain: string) => {
    domains.push(domain);
    return false;
  };
  coveringDomain(host, { has });
  return domains;
}

/** The host of a landing page in the form of `toDomain`, but for `www.`; null for a text that is no URL. */
export function hostOfLanding(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/\.$/, '') ?? null;
}
