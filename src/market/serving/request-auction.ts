import { createId } from '../../id';
import type { WithRequest } from '../../request-facts';
import { requestIdOf } from '../../supply/visitors/request-id';
import { findVisitor, refusesTracking } from '../../supply/visitors/visitor.service';
import type { ServableCreative } from '../inventory/for-sale';
import { createExplainer } from '../selection/explain';
import { type NonBidReason, nonBidReasons } from '../selection/non-bid-reasons';
import { select } from '../selection/select';
import type { Candidate, Imp, SeenCreative, SelectionContext } from '../selection/types';
import { type Bid, toBid } from './bid';
import type { BidRequest, BidRequestImp } from './bid-request';
import { factsOf, featuresOf, featuresOfImp } from './request-features';
import type { ServingContext } from './serving.context';
import type { KnownPlacement, KnownSite } from './known-supply';

/** A placement of a request that may be filled. */
export interface OpenImp {
  readonly imp: BidRequestImp;
  readonly known: KnownPlacement;
}

/** A creative that wins an imp. */
export interface Winner extends OpenImp {
  readonly candidate: Candidate;
  readonly servable: ServableCreative;
}

/** The reason that nobody bids for an imp. */
export interface NonBidExplanation {
  readonly reason: NonBidReason;
  readonly statusCode: number;
  readonly details: readonly string[];
}

/** The auction of all imps of one request: choosing changes nothing, and may be done anew. */
export interface RequestAuction {
  /** null: the visitor is not tracked. */
  readonly trackingId: string | null;
  /** Imps that nobody wins are left out. */
  choose(imps: readonly OpenImp[]): readonly Winner[];
  /** From now on these campaigns win nothing more of this request. */
  leaveOut(campaignIds: Iterable<string>): void;
  /** Counts the winners as served and seen, but for a test, and answers with them. To be done once. */
  award(winners: readonly Winner[]): readonly Bid[];
  explain(imp: OpenImp): NonBidExplanation;
}

export function openAuction(
  ctx: ServingContext & WithRequest,
  request: BidRequest,
): RequestAuction {
  const { isTest } = request;
  const now = ctx.now().getTime();
  const pageImpressionId = requestIdOf(request.id);
  const trackingId = findVisitor(ctx, pageImpressionId, request.user.id);
  const recentlySeen = trackingId === null ? [] : ctx.visitorMemory.listSeen(trackingId, now);
  const facts = factsOf(ctx, request);
  const refusesPeers = refusesTracking(ctx);
  const contexts = new Map<KnownSite, SelectionContext>();
  const leftOut = new Set<string>();
  let chosen: readonly SeenCreative[] = [];
  let explain: ReturnType<typeof createExplainer> | null = null;

  /** The same object for all imps of a site: the selection reads it once. */
  function contextOf(known: KnownSite): SelectionContext {
    let context = contexts.get(known);
    if (context) return context;
    const { site } = known;
    context = {
      now,
      seed: pageImpressionId,
      medium: site.medium,
      vendor: site.vendor,
      hoursOfWeek: ctx.inventory.hoursOfWeek(now),
      features: featuresOf(facts, known),
      publisherFilter: known.publisherFilter,
      blockedCreativeIds: known.blockedCreativeIds,
      acceptedCreativeIds: known.acceptedCreativeIds,
      onlyDirectDealsWith: site.onlyDirectDeals ? site.host : undefined,
      recentlySeen,
      refusesPeers,
    };
    contexts.set(known, context);
    return context;
  }

  function choose(imps: readonly OpenImp[]): readonly Winner[] {
    const winners: Winner[] = [];
    const before: SeenCreative[] = [];
    for (const { imp, known } of imps) {
      const context = contextOf(known.site);
      const winner = select(ctx.inventory.index, toImp(imp, known, before), context);
      const servable = winner && ctx.inventory.find(winner.creativeId);
      if (!servable) continue;
      before.unshift(winner);
      winners.push({ imp, known, candidate: winner, servable });
    }
    chosen = before;
    return winners;
  }

  return {
    trackingId,

    choose: (imps) =>
      leftOut.size === 0 ? choose(imps) : ctx.inventory.index.without(leftOut, () => choose(imps)),

    leaveOut(campaignIds) {
      for (const id of campaignIds) leftOut.add(id);
    },

    award(winners) {
      const ordinals = new Map<string, number>();
      const offeredAt = Math.floor(now / 250) / 4;
      // Not the id of the page impression: scenes keep theirs for a whole visit, and each find makes offers of its own.
      const requestId = createId(ctx);
      return winners.map(({ imp, known, candidate, servable }) => {
        const { creativeId } = candidate;
        const ordinal = ordinals.get(creativeId) ?? 0;
        ordinals.set(creativeId, ordinal + 1);
        if (!isTest) {
          ctx.creativeResults.countServed(creativeId);
          if (trackingId !== null) ctx.visitorMemory.recordSeen(trackingId, candidate, now);
        }
        const offer = { requestId, trackingId, ordinal, offeredAt, isTest };
        return toBid(ctx, { impId: imp.id, known, servable, offer });
      });
    },

    explain({ imp, known }) {
      explain ??= createExplainer(ctx.inventory.index);
      const asked = toImp(imp, known, chosen);
      const { nonBidReason, details } = explain(asked, contextOf(known.site));
      const reason = nonBidReason ?? 'noBid';
      return { reason, statusCode: nonBidReasons[reason], details };
    },
  };
}

function toImp(
  imp: BidRequestImp,
  { placement, scopes, bidFloor }: KnownPlacement,
  chosenBefore: readonly SeenCreative[],
): Imp {
  return {
    id: imp.id,
    scopes,
    nearBox: placement.depth > 0 || placement.popScope !== null ? null : placement,
    types: imp.types,
    mimes: imp.mimes,
    features: featuresOfImp(imp),
    bidFloor,
    chosenBefore,
  };
}
