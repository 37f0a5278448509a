import type { ErrorDetails } from '../../errors';
import {
  anything,
  emptiable,
  idOf,
  listOf,
  objectOf,
  oneOf,
  price,
  text,
  textOfBytes,
  time,
  withoutRepeats,
} from '../../input-members';
import {
  isHttpUrl,
  type MembersOf,
  type Parse,
  parserOf,
  Problems,
  type RuleContext,
} from '../../validation';
import { creativeName } from '../creatives/creative-name';
import { isKnownMedium, validateTargeting } from '../taxonomy/taxonomy';
import { campaignPacings, campaignStatuses } from './campaign';
import { listActivationProblems, problemOfEnd, systemStatus } from './campaign-rules';
import { toStoredTargeting } from './campaign-targeting';

export const campaignLimits = {
  nameBytes: 255,
  landingUrlBytes: 1_024,
  creatives: 100,
} as const;

const status = oneOf(campaignStatuses);

const terms = {
  name: textOfBytes(campaignLimits.nameBytes),
  landingUrl: textOfBytes(campaignLimits.landingUrlBytes).refine(
    isHttpUrl,
    'must be an http(s) URL without credentials',
  ),
  hourlyBudget: price,
  pacing: oneOf(campaignPacings),
  maxCpc: price.nullable(),
  maxCpm: price.nullable(),
  startsAt: time,
  endsAt: time.nullable(),
};

const creative = objectOf({ fileId: idOf('the id of an upload'), name: creativeName });

const creatives = emptiable(
  withoutRepeats(listOf(creative, { most: campaignLimits.creatives }), 'fileId', 'is named twice'),
);

const newCampaign = {
  name: terms.name,
  status: status.refine((given) => given !== 'suspended', systemStatus),
  landingUrl: terms.landingUrl,
  hourlyBudget: terms.hourlyBudget,
  pacing: terms.pacing.default('even'),
  maxCpc: terms.maxCpc.default(null),
  maxCpm: terms.maxCpm.default(null),
  startsAt: terms.startsAt,
  endsAt: terms.endsAt.default(null),
  medium: text,
  vendor: text.nullable().default(null),
  /** In either notation: what is right hangs on the medium. */
  targeting: anything.default(null),
  creatives: creatives.default([]),
};

type Members = MembersOf<typeof newCampaign>;

const parseMembers = parserOf(newCampaign, (members, ctx) => ({
  ...problemsOfActive(members, ctx),
  ...problemsOfTimes(members),
  ...problemsOfMedium(members, ctx),
}));

/** A new campaign, as far as it can be seen without the database. */
export const parseNewCampaign: Parse<Members & ReturnType<typeof toStoredTargeting>> = (
  raw,
  ctx,
) => {
  const members = parseMembers(raw, ctx);
  return members instanceof Problems
    ? members
    : { ...members, ...toStoredTargeting(members.targeting) };
};

/** An edit, as far as it can be seen without the campaign. */
export const parseCampaignChanges = parserOf(
  {
    name: terms.name.exactOptional(),
    status: status.exactOptional(),
    landingUrl: terms.landingUrl.exactOptional(),
    hourlyBudget: terms.hourlyBudget.exactOptional(),
    pacing: terms.pacing.exactOptional(),
    maxCpc: terms.maxCpc.exactOptional(),
    maxCpm: terms.maxCpm.exactOptional(),
    startsAt: terms.startsAt.exactOptional(),
    endsAt: terms.endsAt.exactOptional(),
    bidStrategyId: idOf('32 hex digits').exactOptional(),
    /** In either notation; null clears it. */
    targeting: anything.exactOptional(),
  },
  problemsOfTimes,
);

function problemsOfTimes({
  startsAt,
  endsAt = null,
}: Partial<Pick<Members, 'startsAt' | 'endsAt'>>): ErrorDetails {
  const problem = startsAt ? problemOfEnd(startsAt, endsAt) : null;
  return problem === null ? {} : { endsAt: [problem] };
}

function problemsOfMedium(
  { medium, vendor, targeting }: Partial<Members>,
  { taxonomy: { current } }: RuleContext,
): ErrorDetails {
  if (medium === undefined || vendor === undefined) return {};
  if (isKnownMedium(current, medium, vendor))
    return validateTargeting(current, { medium, vendor, targeting }, 'targeting');
  return isKnownMedium(current, medium, null)
    ? { vendor: ['is no vendor of this medium'] }
    : { medium: ['is not known'] };
}

/** A member that could not be read breaks no rule of active campaigns. */
function problemsOfActive(members: Partial<Members>, ctx: RuleContext): ErrorDetails {
  if (members.status !== 'active') return {};
  const { endsAt = null, hourlyBudget = null, maxCpc = null, maxCpm = null } = members;
  const { status: problem, ...others } = listActivationProblems(
    { endsAt, hourlyBudget, maxCpc, maxCpm },
    ctx,
    { hasActiveCreative: members.creatives?.length !== 0, conversionValues: [] },
  );
  return problem
    ? { ...others, creatives: ['must hold one that is active: an active campaign needs it'] }
    : others;
}
