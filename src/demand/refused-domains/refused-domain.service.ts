import { assertNoProblems, type ErrorDetails, invalid } from '../../errors';
import type { AllParams } from '../../platform/lists/all';
import {
  mostRefusedDomains,
  type Refusal,
  type RefusedDomain,
  refusedDomainIdOf,
  type RefusedDomainKind,
  toDomain,
} from './refused-domain';
import type { RefusedDomainContext } from './refused-domain.context';
import type { RefusedDomainFilter } from './refused-domain.store';

/** The most domains that one call names. */
export const mostDomainsAtOnce = 1_000;
const longestReason = 500;
const longestSearch = 253;

/**
 * Refuses domains with their subdomains, on every gateway within 2 seconds: as hosts of sites, or of landing pages. One that is
 * refused already has its new reason.
 *
 * @returns how many they are, each counted once.
 * @throws {AppError} `VALIDATION_FAILED` for a text that is no domain, more than 1,000 of them, a reason of more than 500
 * characters, and where there would be more than may be refused; nothing is refused then.
 */
export async function refuseDomains(
  ctx: RefusedDomainContext,
  params: {
    readonly kind: RefusedDomainKind;
    readonly domains: readonly string[];
    readonly reason: string;
    readonly refusedById: string | null;
  },
): Promise<number> {
  const { kind, refusedById } = params;
  const reason = parseRefusalReason(params.reason);
  const domains = readDomains(params.domains);
  const ids = domains.map((domain) => refusedDomainIdOf(kind, domain));
  if ((await ctx.refusedDomainStore.count(ids)) + ids.length > mostRefusedDomains)
    throw invalid({ domains: [`are too many: at most ${mostRefusedDomains} are refused`] });
  await ctx.refusedDomainStore.refuse(domains, { kind, reason, refusedById });
  await ctx.onRefusedDomainsChanged(ids);
  return domains.length;
}

/**
 * Takes domains off the list: what they kept away comes back by itself within 2 seconds.
 *
 * @returns how many of them were refused.
 * @throws {AppError} `VALIDATION_FAILED` for a text that is no domain, and more than 1,000 of them.
 */
export async function allowDomains(
  ctx: RefusedDomainContext,
  {
    kind,
    domains: texts,
  }: { readonly kind: RefusedDomainKind; readonly domains: readonly string[] },
): Promise<number> {
  const domains = readDomains(texts);
  const count = await ctx.refusedDomainStore.lift(kind, domains);
  await ctx.onRefusedDomainsChanged(domains.map((domain) => refusedDomainIdOf(kind, domain)));
  return count;
}

/**
 * The domains that are refused, in the order of their ids: kind, then domain.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a search of more than 253 characters.
 */
export function listRefusedDomains(
  ctx: RefusedDomainContext,
  { kind, search }: RefusedDomainFilter,
  params: AllParams,
): Promise<readonly RefusedDomain[]> {
  const text = parseDomainSearch(search ?? '');
  // A whole name may be typed in its own letters; a part of one stays as it is.
  const sought = text === '' ? null : (toDomain(text) ?? text.toLowerCase());
  return ctx.refusedDomainStore.listAll({ kind, search: sought }, params);
}

/** Without blanks around it. @throws {AppError} `VALIDATION_FAILED` for more than 500 characters. */
export const parseRefusalReason = (text: string): string =>
  parseShort(text, { member: 'reason', longest: longestReason });

/** Without blanks around it. @throws {AppError} `VALIDATION_FAILED` for more than 253 characters. */
export const parseDomainSearch = (text: string): string =>
  parseShort(text, { member: 'search', longest: longestSearch });

function parseShort(
  text: string,
  { member, longest }: { readonly member: string; readonly longest: number },
): string {
  const short = text.trim();
  if (short.length > longest)
    throw invalid({ [member]: [`must have at most ${longest} characters`] });
  return short;
}

/** `is on evil.example, which the operator refuses: fraud`. */
export function problemOfRefusal({ domain, reason }: Refusal): string {
  return `is on ${domain}, which the operator refuses${reason === '' ? '' : `: ${reason}`}`;
}

/** Those that are named, in their form, each once. */
function readDomains(texts: readonly string[]): readonly string[] {
  if (texts.length === 0 || texts.length > mostDomainsAtOnce)
    throw invalid({ domains: [`must be 1 to ${mostDomainsAtOnce}`] });
  const domains = new Set<string>();
  const problems: Record<string, string[]> = {};
  texts.forEach((text, at) => {
    const domain = toDomain(text);
    if (domain === null) problems[`domains.${at}`] = ['is no domain'];
    else domains.add(domain);
  });
  assertNoProblems(problems satisfies ErrorDetails);
  return [...domains];
}
