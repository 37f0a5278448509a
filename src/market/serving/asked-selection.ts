import type { RecentlySeen } from '../selection/ranking/recently-seen';
import type { Imp, SelectionContext, Targeting } from '../selection/types';
import type { BidRequestImp } from './bid-request';
import type { KnownPlacement, KnownSite } from './known-supply';
import { featuresOf, featuresOfImp } from './request-features';
import type { VisitorFacts } from './visitor-facts';

/** An imp of a find, and what the visitor saw of campaigns. */
type AskedImp = Pick<BidRequestImp, 'id' | 'types' | 'mimes' | 'isTopFrame'> &
  Pick<
    Imp,
    | 'cappedCampaignIds'
    | 'cappedCreativeIds'
    | 'competingCampaignIds'
    | 'creativeIdsOnPage'
    | 'onlyCreativeIds'
    | 'roadblockCreativeIds'
    | 'chosenBefore'
  >;

/** The box that videos must fit near; null: no video there. */
export const nearBoxOf = (placement: KnownPlacement['placement']): Imp['nearBox'] =>
  placement.depth > 0 || placement.popScope !== null ? null : placement;

/** A placement as the selection is asked for it. */
export function toAskedImp(
  { placement, scopes, bidFloor }: KnownPlacement,
  {
    id,
    types,
    mimes,
    isTopFrame,
    cappedCampaignIds,
    cappedCreativeIds,
    competingCampaignIds,
    creativeIdsOnPage,
    onlyCreativeIds,
    roadblockCreativeIds,
    chosenBefore,
  }: AskedImp,
): Imp {
  return {
    id,
    scopes,
    nearBox: nearBoxOf(placement),
    types,
    mimes,
    features: featuresOfImp({ isTopFrame }),
    publisherId: placement.publisherId,
    bidFloor,
    cappedCampaignIds,
    cappedCreativeIds,
    competingCampaignIds,
    creativeIdsOnPage,
    onlyCreativeIds,
    roadblockCreativeIds,
    chosenBefore,
  };
}

interface Visit {
  /** Unix milliseconds. */
  readonly now: number;
  readonly seed: string | number;
  readonly visitor: VisitorFacts;
  readonly hoursOfWeek: Targeting;
  readonly recentlySeen: RecentlySeen;
  readonly refusesPeers: boolean;
  readonly isFromTag: boolean;
  /** Somebody counts what the visitor has seen. */
  readonly isTracked: boolean;
}

/** Some clients that name no MIME types cannot show these. */
const newMimes = ['image/avif'];

/** A visit to a site as the selection is asked for it. */
export function toAskedContext(
  known: KnownSite,
  { now, seed, visitor, hoursOfWeek, recentlySeen, refusesPeers, isFromTag, isTracked }: Visit,
): SelectionContext {
  const { site, floors, publisherFilter, blockedCreativeIds, acceptedCreativeIds } = known;
  const { blockedDomains, blockedCategories, blockedAdvertiserIds } = known;
  return {
    now,
    seed,
    medium: site.medium,
    vendor: site.vendor,
    hoursOfWeek,
    features: featuresOf(visitor, known),
    publisherFilter,
    blockedCreativeIds,
    blockedDomains,
    blockedCategories,
    blockedAdvertiserIds,
    acceptedCreativeIds,
    bidFloor: floors.at(visitor.country, now),
    onlyDirectDealsWith: site.onlyDirectDeals ? site.host : undefined,
    recentlySeen,
    refusesPeers,
    isUnmeasured: !isFromTag,
    isUnknownVisitor: !isTracked,
    unaskedMimes: isFromTag ? undefined : newMimes,
  };
}
