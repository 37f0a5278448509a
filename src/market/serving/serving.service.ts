import { invalid } from '../../errors';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import { ledgerNetwork } from '../../identity/accounts/payout-address';
import type { WithRequest } from '../../request-facts';
import { type NonBidReason, nonBidReasons } from '../selection/non-bid-reasons';
import {
  type NonBidExplanation,
  type OpenImp,
  RequestAuction,
  type Winner,
} from './request-auction';
import type { Bid } from './bid';
import type { BidRequest, BidRequestSite } from './bid-request';
import { logFind } from './find-log';
import { PaidWinners } from './paid-winners';
import type { ServingContext } from './serving.context';
import { isNamedBy, isOnSite } from './known-supply';
import { notMade } from './page-supply';
import { hintsOf, type PlacementHint } from './placement-hints';
import { hostRefused, type ResolvedPlacements, resolvePlacements } from './supply-resolution';
import { type UnavailableReason, unavailableReasons } from './unavailable-reasons';

export interface NonBid {
  readonly impId: string;
  readonly reason: NonBidReason | UnavailableReason;
  readonly statusCode: number;
  /** The lacks of the candidates that came furthest, most frequent first. */
  readonly details: readonly string[];
}

export interface BidResponse {
  readonly bids: readonly Bid[];
  /** null unless it was asked for. */
  readonly nonBids: readonly NonBid[] | null;
  readonly hints: readonly PlacementHint[];
}

/** Asks why placements are empty: an operator, or a publisher, who is told of his own placements only. */
export type Asker = { readonly isOperator: true } | { readonly publisherId: string };

/**
 * Chooses a creative for each imp and signs the URLs of its events. Works from memory: only sites, placements and
 * publishers that this process does not know yet, and campaigns that nothing is set aside of, cost a round trip to the
 * database. In test mode nothing is counted, and nothing set aside.
 *
 * @param options.explainTo who asks why imps are empty: slow for operators, who learn what the candidates lacked.
 * @throws {AppError} `VALIDATION_FAILED`, `TOO_MANY_REQUESTS` as `resolvePlacements` does.
 */
export function requestBids(
  ctx: ServingContext & WithRequest,
  request: BidRequest,
  options: { readonly explainTo: Asker | null },
): BidResponse | Promise<BidResponse> {
  assertNoPeer(ctx, request.site);
  const placements = resolvePlacements(ctx, request.site, request.imps);
  const toResponse = (resolved: ResolvedPlacements) =>
    respond(ctx, { request, placements: resolved, ...options });
  return placements instanceof Promise ? placements.then(toResponse) : toResponse(placements);
}

/** A server that we trade with is no publisher here: it has sites of its own. @throws {AppError} `VALIDATION_FAILED` */
function assertNoPeer({ peerDirectory }: ServingContext, { publisher }: BidRequestSite): void {
  if (publisher?.startsWith(ledgerNetwork) !== true) return;
  if (peerDirectory.find(publisher.slice(ledgerNetwork.length))?.state !== 'allowed') return;
  throw invalid({
    'site.publisher': ['is the account of another server, which has sites of its own'],
  });
}

function respond(
  ctx: ServingContext & WithRequest,
  params: {
    readonly request: BidRequest;
    readonly placements: ResolvedPlacements;
    readonly explainTo: Asker | null;
  },
): BidResponse | Promise<BidResponse> {
  const { request, placements, explainTo } = params;
  const auction = new RequestAuction(ctx, request);
  const sorted = sortImps(request, placements);
  const { open } = sorted;
  const explainInFull = (imp: OpenImp) => auction.explain(imp);

  function answer(chosen: readonly Winner[]): BidResponse {
    const winners = auction.claim(chosen);
    const bids = auction.award(winners);
    if (!request.isTest) {
      ctx.onFind(open, winners);
      ctx.findObserver.note(open, (imp) => auction.observe(imp, winners));
      ctx.findSampler.note(open, (imp) => auction.sample(imp, open, winners));
    }
    // To explain costs more than to choose.
    if (ctx.log.isLevelEnabled('debug'))
      logFind(ctx.log, request, { bids, nonBids: nonBidsOf(sorted, winners, explainInFull) });
    const hints = hintsOf(request, placements, bids);
    if (explainTo === null) return { bids, nonBids: null, hints };
    const explain = 'isOperator' in explainTo ? explainInFull : () => unexplained;
    const reasons = new Map(nonBidsOf(sorted, winners, explain).map((one) => [one.impId, one]));
    const nonBids = request.imps
      .filter((_imp, at) => isToldOf(placements[at], explainTo))
      .flatMap(({ id }) => reasons.get(id) ?? []);
    return { bids, nonBids, hints };
  }

  const winners = request.isTest
    ? auction.choose(open, [])
    : new PaidWinners(ctx, auction, open).choose();
  return winners instanceof Promise ? winners.then(answer) : answer(winners);
}

interface SortedImps {
  readonly open: readonly OpenImp[];
  /** Placements that nobody may bid for. */
  readonly unavailable: readonly NonBid[];
}

function sortImps({ imps, site }: BidRequest, placements: ResolvedPlacements): SortedImps {
  const open: OpenImp[] = [];
  const unavailable: NonBid[] = [];
  imps.forEach((imp, at) => {
    const known = placements[at];
    const reason = unavailabilityOf(known, site);
    if (known && known !== notMade && known !== hostRefused && reason === null)
      open.push({ imp, known });
    else unavailable.push(toNonBid(imp.id, reason ?? 'unknownPlacement'));
  });
  return { open, unavailable };
}

function nonBidsOf(
  { open, unavailable }: SortedImps,
  winners: readonly Winner[],
  explain: (imp: OpenImp) => NonBidExplanation,
): readonly NonBid[] {
  const won = new Set(winners.map(({ imp }) => imp));
  const lost = open.filter(({ imp }) => !won.has(imp));
  return [...unavailable, ...lost.map((one) => ({ impId: one.imp.id, ...explain(one) }))];
}

/** To look into the candidates costs much, and tells of advertisers: publishers learn that nobody bids. */
const unexplained = { reason: 'noBid', statusCode: nonBidReasons.noBid, details: [] } as const;

/** Publishers are not told of placements of others; anybody is told of placements that do not exist. */
const isToldOf = (known: ResolvedPlacements[number], asker: Asker) =>
  !known ||
  known === notMade ||
  known === hostRefused ||
  'isOperator' in asker ||
  known.site.site.publisherId === asker.publisherId;

function toNonBid(impId: string, reason: UnavailableReason): NonBid {
  return { impId, reason, statusCode: unavailableReasons[reason], details: [] };
}

function unavailabilityOf(
  known: ResolvedPlacements[number],
  { host, publisher }: BidRequestSite,
): UnavailableReason | null {
  if (known === notMade) return 'placementNotMade';
  if (known === hostRefused) return hostRefused;
  if (!known) return known === null ? 'unknownPlacement' : 'placementNotLookedUp';
  const { site, publisher: owner } = known.site;
  if (known.placement.status !== 'active') return 'placementNotActive';
  if (site.status !== 'active') return 'siteNotActive';
  if (owner && owner.suspendedReason !== null) return 'publisherSuspended';
  const isPublisher = owner
    ? owner.roles.includes('publisher')
    : site.publisherId === unclaimedPublisherId;
  if (!isPublisher) return 'notPublisher';
  if (!isOnSite(host, site)) return 'otherHost';
  if (publisher === null || publisher === site.publisherId) return null;
  return owner && isNamedBy(owner, publisher) ? null : 'otherPublisher';
}
