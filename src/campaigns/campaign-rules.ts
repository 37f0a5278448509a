import { type Amount, maxAmount, parseAmount, formatAmount } from '../amount';
import type { Config } from '../config';
import type { ErrorDetails } from '../errors';
import { isUuid, toId } from '../id';
import { isKnownMedium, validateTargeting } from '../taxonomy/taxonomy';
import { parseTime } from '../time';
import { isHttpUrl, isRecord, problemOfText, type RuleContext } from '../validation';
import { type Campaign, campaignStatuses, type CampaignStatus } from './campaign';

export const campaignLimits = {
  nameBytes: 255,
  landingUrlBytes: 1_024,
  creatives: 100,
} as const;

type Problem = string | null;

const required = ['name', 'status', 'landingUrl', 'hourlyBudget', 'medium', 'startsAt'] as const;

const checks: Readonly<Record<string, (value: unknown) => Problem>> = {
  name: (value) => problemOfText(value, campaignLimits.nameBytes),
  status: problemOfStatus,
  landingUrl: problemOfLandingUrl,
  hourlyBudget: problemOfAmount,
  maxCpc: problemOfAmount,
  maxCpm: problemOfAmount,
  startsAt: problemOfTime,
  endsAt: problemOfTime,
  bidStrategyId: (value) =>
    typeof value === 'string' && isUuid(value) ? null : 'must be 32 hex digits',
};
/** What is wrong with `suspended` as a status to be set. */
export const systemStatus = 'is set by the system alone';

/** Null means that there is none, or in an edit that there shall be none. */
const nullable: readonly string[] = ['maxCpc', 'maxCpm', 'endsAt'];

/**
 * Everything that is wrong with a new campaign, as far as it can be seen without the database. Amounts may be bigints
 * or decimal texts, times Dates or texts: the rules are asked before GraphQL has read them, or after.
 */
export function findCreateProblems(value: unknown, ctx: RuleContext): ErrorDetails | null {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const details: Record<string, readonly string[]> = { ...problemsOfMembers(value) };
  for (const field of required) if (value[field] == null) details[field] = ['is required'];
  if (toStatus(value.status) === 'suspended') details.status = [systemStatus];
  const { medium, vendor = null } = value;
  if (medium != null && typeof medium !== 'string') details.medium = ['must be a string'];
  else if (vendor !== null && typeof vendor !== 'string') details.vendor = ['must be a string'];
  else if (typeof medium === 'string')
    Object.assign(details, problemsOfMedium(value, medium, vendor, ctx));
  Object.assign(details, problemsOfCreatives(value.creatives));
  if (toStatus(value.status) === 'active') {
    const { startsAt, endsAt, hourlyBudget, maxCpc, maxCpm, creatives } = value;
    const terms = {
      startsAt: toTime(startsAt),
      endsAt: toTime(endsAt),
      hourlyBudget: toAmount(hourlyBudget),
      maxCpc: toAmount(maxCpc),
      maxCpm: toAmount(maxCpm),
    };
    const hasCreative = Array.isArray(creatives) ? creatives.length > 0 : creatives != null;
    const found = findActivationProblems(terms, ctx, {
      hasActiveCreative: hasCreative,
      conversionValues: [],
    });
    if (found.status && !details.creatives)
      details.creatives = ['an active campaign needs at least one'];
    const { status, ...others } = found;
    Object.assign(details, { ...others, ...details });
  }
  return Object.keys(details).length > 0 ? details : null;
}

/** Everything that is wrong with an edit as far as it can be seen without the campaign. */
export function findChangeProblems(value: unknown): ErrorDetails | null {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const details: Record<string, readonly string[]> = { ...problemsOfMembers(value) };
  for (const field of Object.keys(checks))
    if (value[field] === null && !nullable.includes(field)) details[field] = ['must not be null'];
  return Object.keys(details).length > 0 ? details : null;
}

/** What the rules of active campaigns look at. */
export type CampaignTerms = Pick<Campaign, 'endsAt' | 'maxCpc' | 'maxCpm'> & {
  /** null: it cannot be read, which is reported elsewhere. */
  readonly hourlyBudget: Amount | null;
};

/** What keeps a campaign from being active. @see contract 4, status */
export function findActivationProblems(
  { endsAt, hourlyBudget, maxCpc, maxCpm }: CampaignTerms,
  { config, now }: Pick<RuleContext, 'config' | 'now'>,
  has: {
    readonly hasActiveCreative: boolean;
    /** USD; of all conversions that it defines. */
    readonly conversionValues: readonly Amount[];
  },
): ErrorDetails {
  const least = config.campaignMinimums;
  const details: Record<string, readonly string[]> = {};
  if (!has.hasActiveCreative) details.status = ['cannot be active without an active creative'];
  if (endsAt && endsAt <= now()) details.endsAt = ['has passed: the campaign cannot be active'];
  if (hourlyBudget !== null && hourlyBudget < least.hourlyBudget)
    details.hourlyBudget = [`must be at least ${formatAmount(least.hourlyBudget)} USD per hour`];
  if (!isPriceEnough({ maxCpc, maxCpm }, least, has.conversionValues))
    details.maxCpm = [
      `must be null, at least ${formatAmount(least.cpm)} USD, or 0 where clicks or conversions are paid for`,
    ];
  return details;
}

function isPriceEnough(
  { maxCpc, maxCpm }: Pick<Campaign, 'maxCpc' | 'maxCpm'>,
  least: Config['campaignMinimums'],
  conversionValues: readonly Amount[],
): boolean {
  if (maxCpm === null || maxCpm >= least.cpm) return true;
  const isPaidOtherwise =
    (maxCpc ?? 0n) > 0n || conversionValues.some((value) => value >= least.conversionValue);
  return maxCpm === 0n && isPaidOtherwise;
}

/** A status in any case; null for what is none. */
export function toStatus(value: unknown): CampaignStatus | null {
  if (typeof value !== 'string') return null;
  return campaignStatuses.find((status) => status === value.toLowerCase()) ?? null;
}

/** What of an end does not fit to the start; both may be unreadable, which is reported elsewhere. */
export function problemOfEnd(startsAt: Date | null, endsAt: Date | null): Problem {
  return startsAt && endsAt && endsAt < startsAt ? 'must not be before the start' : null;
}

function problemsOfMembers(value: Readonly<Record<string, unknown>>): ErrorDetails {
  const details: Record<string, readonly string[]> = {};
  for (const [field, check] of Object.entries(checks)) {
    const problem = value[field] == null ? null : check(value[field]);
    if (problem) details[field] = [problem];
  }
  const problem = problemOfEnd(toTime(value.startsAt), toTime(value.endsAt));
  if (problem && !details.endsAt) details.endsAt = [problem];
  return details;
}

function problemsOfMedium(
  { targeting }: Readonly<Record<string, unknown>>,
  medium: string,
  vendor: string | null,
  { taxonomy: { current } }: RuleContext,
): ErrorDetails {
  if (isKnownMedium(current, medium, vendor))
    return validateTargeting(current, { medium, vendor }, targeting, 'targeting');
  return isKnownMedium(current, medium, null)
    ? { vendor: [`is no vendor of this medium`] }
    : { medium: ['is not known'] };
}

/** Of the creatives of a new campaign: which uploads there are is seen elsewhere. */
function problemsOfCreatives(value: unknown): ErrorDetails {
  if (value == null) return {};
  if (!Array.isArray(value)) return { creatives: ['must be a list'] };
  if (value.length > campaignLimits.creatives)
    return { creatives: [`must have at most ${campaignLimits.creatives} entries`] };
  const details: Record<string, readonly string[]> = {};
  const seen = new Set<string>();
  for (const [at, entry] of (value as readonly unknown[]).entries()) {
    if (!isRecord(entry)) {
      details[`creatives.${at}`] = ['must be an object'];
      continue;
    }
    const { fileId, name } = entry;
    const isId = typeof fileId === 'string' && isUuid(fileId);
    if (!isId) details[`creatives.${at}.fileId`] = ['must be the id of an upload'];
    else if (seen.has(toId(fileId))) details[`creatives.${at}.fileId`] = ['is named twice'];
    else seen.add(toId(fileId));
    const problem = problemOfText(name, campaignLimits.nameBytes);
    if (problem) details[`creatives.${at}.name`] = [problem];
  }
  return details;
}

function problemOfStatus(value: unknown): Problem {
  return toStatus(value) === null ? `must be one of ${campaignStatuses.join(', ')}` : null;
}

function problemOfLandingUrl(value: unknown): Problem {
  const max = campaignLimits.landingUrlBytes;
  const problem = problemOfText(value, max);
  if (problem) return problem;
  return isHttpUrl(value as string) ? null : 'must be an http(s) URL without credentials';
}

function problemOfAmount(value: unknown): Problem {
  const amount = toAmount(value);
  if (amount === null) return 'must be a number with at most 11 decimals';
  if (amount < 0n) return 'must not be negative';
  return amount > maxAmount ? `must be at most ${formatAmount(maxAmount)}` : null;
}

function problemOfTime(value: unknown): Problem {
  return toTime(value) === null ? 'must be a time such as 2026-02-09T12:00:00Z' : null;
}

function toAmount(value: unknown): Amount | null {
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' ? parseAmount(value) : null;
}

function toTime(value: unknown): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  return typeof value === 'string' ? parseTime(value) : null;
}
