import { unclaimedPublisherId } from '../accounts/account';
import type { RequestContext } from '../context';
import { signOffer } from '../events/event-token';
import type { NonBidReason } from '../selection/non-bid-reasons';
import { nonBidReasons } from '../selection/non-bid-reasons';
import { createExplainer, select } from '../selection/select';
import type { Imp, SeenCreative, SelectionContext } from '../selection/types';
import { type BidRequest, type BidRequestImp, requestIdOf } from './bid-request';
import type { ServableCreative } from './inventory';
import { factsOf, featuresOf, featuresOfImp } from './request-features';
import type { KnownPlacement, KnownSite } from './supply-directory';
import {
  type Page,
  readPage,
  type ResolvedPlacements,
  resolvePlacements,
} from './supply-resolution';
import { type UnavailableReason, unavailableReasons } from './unavailable-reasons';
import { findVisitor } from './visitor.service';

export interface Bid {
  readonly impId: string;
  readonly creativeId: string;
  readonly placementId: string;
  readonly siteId: string;
  readonly publisherId: string;
  readonly demandServer: string;
  readonly supplyServer: string;
  readonly type: string;
  readonly mime: string;
  readonly scope: string;
  readonly hash: string;
  readonly serveUrl: string;
  readonly impressionUrl: string;
  readonly clickUrl: string;
  readonly rpm: number;
}

export interface NonBid {
  readonly impId: string;
  readonly reason: NonBidReason | UnavailableReason;
  readonly statusCode: number;
  /** What the candidates that came furthest lacked, most frequent first. */
  readonly details: readonly string[];
}

export interface BidResponse {
  readonly bids: readonly Bid[];
  /** null unless it was asked for. */
  readonly nonBids: readonly NonBid[] | null;
}

/**
 * Chooses a creative for each imp and signs the URLs of its events. Works from memory: only sites, placements and
 * publishers that this process does not know yet cost a round trip to the database.
 *
 * @param options.isExplained whether empty imps are given their reason: slow, for operators.
 * @throws {AppError} `VALIDATION_FAILED`, `TOO_MANY_REQUESTS` as `resolvePlacements` does.
 */
export function requestBids(
  ctx: RequestContext,
  request: BidRequest,
  options: { readonly isExplained: boolean },
): BidResponse | Promise<BidResponse> {
  const page = readPage(request.site);
  const placements = resolvePlacements(ctx, page, request.imps);
  const toResponse = (resolved: ResolvedPlacements) =>
    respond(ctx, { request, page, placements: resolved, ...options });
  return placements instanceof Promise ? placements.then(toResponse) : toResponse(placements);
}

function respond(
  ctx: RequestContext,
  params: {
    readonly request: BidRequest;
    readonly page: Page;
    readonly placements: ResolvedPlacements;
    readonly isExplained: boolean;
  },
): BidResponse {
  const { request, page, placements } = params;
  const auction = openAuction(ctx, request);
  const bids: Bid[] = [];
  const nonBids: NonBid[] | null = params.isExplained ? [] : null;
  request.imps.forEach((imp, at) => {
    const placement = placements[at];
    const reason = unavailabilityOf(placement, page);
    if (!placement || reason !== null) {
      const named = reason ?? 'unknownPlacement';
      const statusCode = unavailableReasons[named];
      nonBids?.push({ impId: imp.id, reason: named, statusCode, details: [] });
      return;
    }
    const bid = auction.bidFor(imp, placement);
    if (bid) bids.push(bid);
    else nonBids?.push(auction.explain(imp, placement));
  });
  return { bids, nonBids };
}

function unavailabilityOf(
  known: KnownPlacement | null | undefined,
  { host, publisher }: Page,
): UnavailableReason | null {
  if (!known) return known === null ? 'unknownPlacement' : 'placementNotLookedUp';
  const { site, publisher: owner } = known.site;
  if (known.placement.status !== 'active') return 'placementNotActive';
  if (site.status !== 'active') return 'siteNotActive';
  if (owner && owner.suspendedReason !== null) return 'publisherSuspended';
  const isPublisher = owner
    ? owner.roles.includes('publisher')
    : site.publisherId === unclaimedPublisherId;
  if (!isPublisher) return 'notPublisher';
  if (host !== site.host && !host.endsWith(`.${site.host}`)) return 'otherHost';
  if (publisher !== null && publisher !== site.publisherId && publisher !== owner?.payoutAddress)
    return 'otherPublisher';
  return null;
}

/** What the imps of one request share. */
function openAuction(ctx: RequestContext, request: BidRequest) {
  const now = ctx.now().getTime();
  const requestId = requestIdOf(request.id);
  const trackingId = findVisitor(ctx, requestId, request.user?.id || null);
  const recentlySeen = trackingId === null ? [] : ctx.visitorMemory.listSeen(trackingId, now);
  const facts = factsOf(ctx, request);
  const contexts = new Map<KnownSite, SelectionContext>();
  const chosen: SeenCreative[] = [];
  let explain: ReturnType<typeof createExplainer> | null = null;

  /** The same object for all imps of a site: the selection reads it once. */
  function contextOf(known: KnownSite): SelectionContext {
    let context = contexts.get(known);
    if (context) return context;
    const { site } = known;
    context = {
      now,
      seed: requestId,
      medium: site.medium,
      vendor: site.vendor,
      features: featuresOf(facts, known),
      publisherFilter: known.publisherFilter,
      blockedCreativeIds: known.blockedCreativeIds,
      acceptedCreativeIds: known.acceptedCreativeIds,
      onlyDirectDealsWith: site.onlyDirectDeals ? site.host : undefined,
      recentlySeen,
    };
    contexts.set(known, context);
    return context;
  }

  function impOf(imp: BidRequestImp, known: KnownPlacement): Imp {
    const { placement, scopes, minimumRpm } = known;
    return {
      id: imp.id,
      scopes,
      nearBox: placement.depth > 0 || placement.popScope !== null ? null : placement,
      types: imp.types ?? undefined,
      mimes: imp.mimes ?? undefined,
      features: featuresOfImp(imp),
      minimumRpm,
      chosenBefore: chosen,
    };
  }

  function bidFor(imp: BidRequestImp, known: KnownPlacement): Bid | null {
    const { winner } = select(ctx.inventory.index, impOf(imp, known), contextOf(known.site));
    const servable = winner && ctx.inventory.find(winner.creativeId);
    if (!servable) return null;
    const ordinal = chosen.filter(({ creativeId }) => creativeId === winner.creativeId).length;
    chosen.unshift(winner);
    ctx.creativeResults.countServed(winner.creativeId);
    if (trackingId !== null) ctx.visitorMemory.recordSeen(trackingId, winner, now);
    const offer = { requestId, trackingId, ordinal, offeredAt: Math.floor(now / 1000) };
    return toBid(ctx, { impId: imp.id, known, servable, offer });
  }

  function explainNonBid(imp: BidRequestImp, known: KnownPlacement): NonBid {
    explain ??= createExplainer(ctx.inventory.index);
    const { nonBidReason, details } = explain(impOf(imp, known), contextOf(known.site));
    const reason = nonBidReason ?? 'noBid';
    return { impId: imp.id, reason, statusCode: nonBidReasons[reason], details };
  }

  return { bidFor, explain: explainNonBid };
}

function toBid(
  ctx: RequestContext,
  won: {
    readonly impId: string;
    readonly known: KnownPlacement;
    readonly servable: ServableCreative;
    readonly offer: {
      readonly requestId: string;
      readonly trackingId: string | null;
      readonly ordinal: number;
      readonly offeredAt: number;
    };
  },
): Bid {
  const { placement } = won.known;
  const { creative } = won.servable;
  const { siteId, publisherId } = placement;
  const { impressionToken, clickToken } = signOffer(ctx.signingKeys.eventUrls, {
    ...won.offer,
    placementId: placement.id,
    siteId,
    publisherId,
    creativeId: creative.id,
    campaignId: creative.campaignId,
    advertiserId: creative.advertiserId,
  });
  return {
    impId: won.impId,
    creativeId: creative.id,
    placementId: placement.id,
    siteId,
    publisherId,
    demandServer: ctx.config.ledgerAddress,
    supplyServer: ctx.config.ledgerAddress,
    type: creative.type,
    mime: creative.mime,
    scope: creative.scope,
    hash: creative.hash,
    serveUrl: `${ctx.serveUrl}/serve/x${creative.id}.doc?v=${creative.hash.slice(0, 4)}`,
    impressionUrl: `${ctx.publicUrl}/view?e=${impressionToken}`,
    clickUrl: `${ctx.publicUrl}/click?e=${clickToken}`,
    rpm: Math.round(ctx.inventory.rpmOf(creative.campaignId) * 100) / 100,
  };
}
