import { type Amount, formatAmount } from '../../amount';
import type { Config } from '../../config';
import type { ErrorDetails } from '../../errors';
import { isKnownMedium, validateTargeting } from '../taxonomy/taxonomy';
import type { WithRefusedDomains } from '../refused-domains/refused-domain.context';
import { problemOfRefusal } from '../refused-domains/refused-domain.service';
import type { WithTaxonomy } from '../taxonomy/taxonomy.context';
import type { CampaignContext } from './campaign.context';
import { problemsOfModifiers } from './bid-modifiers';
import { problemsOfBudgets } from './campaign-budgets';
import { placeholdersIn, problemOfPlaceholders } from './placeholders';
import type { Campaign, NewCampaignTerms } from './campaign.resource';

/** Message for a client that sets the status `suspended`. */
export const systemStatus = 'is set by the system alone';

/** The members of a campaign that the rules of active campaigns read. */
export type PricedTerms = Pick<Campaign, 'endsAt' | 'maxCpc' | 'maxCpm'> & {
  /** null: it cannot be read, which is reported elsewhere. */
  readonly hourlyBudget: Amount | null;
};

/** Lists all reasons why a campaign may not be active. @see docs/contract.md §4 */
export function listActivationProblems(
  { endsAt, hourlyBudget, maxCpc, maxCpm }: PricedTerms,
  { config, now }: Pick<CampaignContext, 'config' | 'now'>,
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

/** The problem of a campaign that is to be active with a landing page that the operator refuses. */
export function problemsOfLanding(
  landingUrl: string | undefined,
  { refusedDomains }: WithRefusedDomains,
): ErrorDetails {
  if (landingUrl === undefined) return {};
  const refusal = refusedDomains.findLanding(landingUrl);
  const problem = refusal
    ? problemOfRefusal(refusal)
    : problemOfPlaceholders(placeholdersIn(landingUrl));
  return problem === null ? {} : { landingUrl: [problem] };
}

/** The problem of an end that does not fit the start; null: none. */
export function problemOfEnd(startsAt: Date | null, endsAt: Date | null): string | null {
  return startsAt && endsAt && endsAt < startsAt ? 'must not be before the start' : null;
}

/** The members of a new campaign that can be read; one that cannot breaks no rule. */
type ReadMembers = Partial<
  NewCampaignTerms & { readonly targeting: unknown; readonly creatives: readonly unknown[] }
>;

type RuleContext = WithTaxonomy & WithRefusedDomains & Pick<CampaignContext, 'config' | 'now'>;

/** The problems of a new campaign that can be seen without the database. */
export function problemsOfNewCampaign(members: ReadMembers, ctx: RuleContext): ErrorDetails {
  return {
    ...problemsOfActive(members, ctx),
    ...(members.status === 'suspended' && { status: [systemStatus] }),
    ...problemsOfTimes(members),
    ...problemsOfBudgets(members),
    ...problemsOfMedium(members, ctx),
  };
}

/** The problems of a start and an end that are given together. */
export function problemsOfTimes({
  startsAt,
  endsAt = null,
}: {
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
}): ErrorDetails {
  const problem = problemOfEnd(startsAt ?? null, endsAt);
  return problem === null ? {} : { endsAt: [problem] };
}

/** The problems of a medium, its vendor, and targeting and bid modifiers by its taxonomy. */
export function problemsOfMedium(
  {
    medium,
    vendor,
    targeting,
    bidModifiers,
  }: Pick<ReadMembers, 'medium' | 'vendor' | 'targeting' | 'bidModifiers'>,
  { taxonomy: { current } }: WithTaxonomy,
): ErrorDetails {
  if (medium === undefined || vendor === undefined) return {};
  if (isKnownMedium(current, medium, vendor))
    return {
      ...validateTargeting(current, { medium, vendor, targeting }, 'targeting'),
      ...problemsOfModifiers(current, { medium, vendor, bidModifiers }),
    };
  return isKnownMedium(current, medium, null)
    ? { vendor: ['is no vendor of this medium'] }
    : { medium: ['is not known'] };
}

function problemsOfActive(members: ReadMembers, ctx: RuleContext): ErrorDetails {
  if (members.status !== 'active') return {};
  const { endsAt = null, hourlyBudget = null, maxCpc = null, maxCpm = null } = members;
  const { status: problem, ...others } = listActivationProblems(
    { endsAt, hourlyBudget, maxCpc, maxCpm },
    ctx,
    { hasActiveCreative: members.creatives?.length !== 0, conversionValues: [] },
  );
  const landing = problemsOfLanding(members.landingUrl, ctx);
  return problem
    ? {
        ...others,
        ...landing,
        creatives: ['must hold one that is active: an active campaign needs it'],
      }
    : { ...others, ...landing };
}
