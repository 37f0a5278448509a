import type { NonBidReason } from './non-bid-reasons';
import { bidOf } from './rank';
import { fitsNear, parseScope } from './sizes';
import type { Candidate, Imp, SelectionContext, Targeting } from './types';

/** Why a candidate is out, and what of it: `{ reason: 'exclusionMet', detail: 'device:browser other' }`. */
export interface Rejection {
  readonly reason: NonBidReason;
  readonly detail: string;
}

/** What the rules are asked about. */
export interface FilterInput {
  readonly imp: Imp;
  readonly context: SelectionContext;
  readonly ineligibleCampaignIds: ReadonlySet<string>;
}

/** One eligibility rule: what speaks against the candidate, or undefined. */
export type Filter = (candidate: Candidate, input: FilterInput) => Rejection | undefined;

function reject(reason: NonBidReason, detail: string): Rejection {
  return { reason, detail };
}

/** The values of one clause that are there; a clause without values is met by anything. */
function commonValues(wanted: readonly string[], present: readonly string[] | undefined) {
  return present ? wanted.filter((value) => present.includes(value)) : [];
}

/** What a publisher's filter may ask of a creative. */
function creativeValues(candidate: Candidate, key: string): readonly string[] | undefined {
  if (key === 'type') return [candidate.type];
  if (key === 'mime') return [candidate.mime];
  return candidate.keywords.get(key);
}

/**
 * Everything a publisher's filter requires: its own clauses, and for each classifier it names anywhere
 * that the classifier has seen the creative. Reference facts 8.5, rule 7.
 */
export function requiredKeywords(context: SelectionContext): readonly Clause[] {
  const { requires, excludes } = context.publisherFilter;
  const required = clausesOf(requires);
  const classifiers = new Set(
    [...required, ...clausesOf(excludes)]
      .filter(({ key }) => key.includes(':'))
      .map(({ key }) => key.slice(0, key.indexOf(':'))),
  );
  const classified = [...classifiers].map((name) => ({ key: `${name}:classified`, values: ['1'] }));
  return [...required, ...classified];
}

export interface Clause {
  readonly key: string;
  readonly values: readonly string[];
}

/** The clauses that ask something. */
export function clausesOf(targeting: Targeting): readonly Clause[] {
  return [...targeting]
    .filter(([, values]) => values.length > 0)
    .map(([key, values]) => ({ key, values }));
}

export const medium: Filter = (candidate, { context }) =>
  candidate.medium === context.medium
    ? undefined
    : reject('unsupportedChannel', `medium ${candidate.medium}`);

export const vendor: Filter = (candidate, { context }) =>
  candidate.vendor === null || candidate.vendor === context.vendor
    ? undefined
    : reject('vendorNotAllowed', `vendor ${candidate.vendor}`);

/** Videos fit near, all others exactly. Reference facts 8.4. */
export const scope: Filter = (candidate, { imp }) => {
  if (candidate.type !== 'video') {
    return imp.scopes.includes(candidate.scope)
      ? undefined
      : reject('creativeSizeNotAllowed', `scope ${candidate.scope}`);
  }
  const size = parseScope(candidate.scope);
  return size && imp.nearBox && fitsNear(imp.nearBox, size)
    ? undefined
    : reject('creativeSizeNotAllowed', `video of ${candidate.scope}`);
};

export const types: Filter = (candidate, { imp }) =>
  imp.types === undefined || imp.types.includes(candidate.type)
    ? undefined
    : reject('incorrectFormat', `type ${candidate.type}`);

export const mimes: Filter = (candidate, { imp }) =>
  imp.mimes === undefined || imp.mimes.includes(candidate.mime)
    ? undefined
    : reject('incorrectFormat', `mime ${candidate.mime}`);

export const status: Filter = (candidate, { ineligibleCampaignIds }) =>
  ineligibleCampaignIds.has(candidate.campaignId)
    ? reject('campaignNotEligible', `campaign ${candidate.campaignId}`)
    : undefined;

export const flightStart: Filter = (candidate, { context }) =>
  candidate.startsAt <= context.now
    ? undefined
    : reject('flightNotStarted', `starts in ${candidate.startsAt - context.now} ms`);

export const flightEnd: Filter = (candidate, { context }) =>
  candidate.endsAt === null || candidate.endsAt >= context.now
    ? undefined
    : reject('flightEnded', `ended ${context.now - candidate.endsAt} ms ago`);

export const publisherRequires: Filter = (candidate, { context }) => {
  const unmet = requiredKeywords(context).find(
    ({ key, values }) => commonValues(values, creativeValues(candidate, key)).length === 0,
  );
  return unmet && reject('categoryExclusion', `lacks ${unmet.key} ${unmet.values.join(', ')}`);
};

export const publisherExcludes: Filter = (candidate, { context }) => {
  for (const [key, values] of context.publisherFilter.excludes) {
    const [met] = commonValues(values, creativeValues(candidate, key));
    if (met !== undefined) return reject('categoryExclusion', `is ${key} ${met}`);
  }
  return undefined;
};

export const blocked: Filter = ({ creativeId }, { context }) =>
  context.blockedCreativeIds?.has(creativeId) === true
    ? reject('creativeBlocked', `creative ${creativeId}`)
    : undefined;

export const accepted: Filter = ({ creativeId }, { context }) =>
  context.acceptedCreativeIds?.has(creativeId) === false
    ? reject('creativeNotAccepted', `creative ${creativeId}`)
    : undefined;

export const directDeal: Filter = (candidate, { context }) => {
  const domain = context.onlyDirectDealsWith;
  return domain === undefined || candidate.requires.get('site:domain')?.includes(domain) === true
    ? undefined
    : reject('notDirectDeal', `requires no site:domain ${domain}`);
};

/** Each key must be there and share a value; what is not known of page or visitor is not there. */
export const requires: Filter = (candidate, input) => {
  for (const [key, values] of candidate.requires) {
    if (values.length > 0 && commonValues(values, featureValues(input, key)).length === 0) {
      return reject('requirementNotMet', `${key} ${values.join(', ')}`);
    }
  }
  return undefined;
};

export const excludes: Filter = (candidate, input) => {
  for (const [key, values] of candidate.excludes) {
    const [met] = commonValues(values, featureValues(input, key));
    if (met !== undefined) return reject('exclusionMet', `${key} ${met}`);
  }
  return undefined;
};

function featureValues({ imp, context }: FilterInput, key: string): readonly string[] | undefined {
  const [own, shared] = [imp.features?.get(key), context.features.get(key)];
  return own && shared ? [...own, ...shared] : (own ?? shared);
}

export const minimumRpm: Filter = (candidate, { imp }) =>
  imp.minimumRpm === undefined || bidOf(candidate.effectiveRpm) >= bidOf(imp.minimumRpm)
    ? undefined
    : reject('belowFloor', `rpm ${candidate.effectiveRpm}`);

/**
 * The specification of who may compete, in the order in which a rejection is the more telling the later
 * it comes. A new eligibility rule is one more named function here; `CandidateIndex` must agree.
 */
export const filters: readonly Filter[] = [
  medium,
  vendor,
  scope,
  types,
  mimes,
  status,
  flightStart,
  flightEnd,
  publisherRequires,
  publisherExcludes,
  blocked,
  accepted,
  directDeal,
  requires,
  excludes,
  minimumRpm,
];

/** The first rule that speaks against the candidate, and how far down the list it stands. */
export function rejectionOf(candidate: Candidate, input: FilterInput) {
  for (const [stage, filter] of filters.entries()) {
    const rejection = filter(candidate, input);
    if (rejection) return { ...rejection, stage };
  }
  return undefined;
}
