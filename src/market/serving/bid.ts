import type { CampaignPriority } from '../../demand/campaigns/campaign-priority';
import type { WithRequest } from '../../request-facts';
import { offerIdOf } from '../events/event';
import { signOffer } from '../events/event-token';
import { foreignCaseOf } from '../forwarding/forward-url';
import type { CampaignPrice } from '../inventory/campaign-prices';
import type { ServableCreative } from '../inventory/for-sale';
import type { ServingContext } from './serving.context';
import type { KnownPlacement } from './known-supply';
import { pixelsOf } from './bid-pixels';

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
  /** The text for visitors who do not see the ad; null: none. */
  readonly alt: string | null;
  readonly serveUrl: string;
  readonly impressionUrl: string;
  readonly clickUrl: string;
  readonly rpm: number;
  /** Seconds, as OpenRTB has them: for so long a view is paid. */
  readonly exp: number;
  /** null: it has won by its bid. */
  readonly priority: CampaignPriority | null;
  /** URLs that the tag calls once the view is stored; null: none. */
  readonly impressionPixels: readonly string[] | null;
  /** The case that another server is told of; null: the creative is ours, and the client names a case. */
  readonly caseId: string | null;
}

/** An imp and the offer that it is answered with. */
export interface WonImp {
  readonly impId: string;
  readonly known: KnownPlacement;
  readonly servable: ServableCreative;
  readonly price: Pick<CampaignPrice, 'rpm' | 'viewPrice' | 'clickPrice'>;
  /** Our tag shows the ad to a visitor who has consented. */
  readonly takesPixels: boolean;
  readonly offer: {
    readonly requestId: string;
    readonly trackingId: string | null;
    readonly ordinal: number;
    /** Unix seconds, in quarters. */
    readonly offeredAt: number;
    readonly isTest: boolean;
  };
}

/** The answer to an imp, with the signed URLs of its events. */
export function toBid(ctx: ServingContext & WithRequest, won: WonImp): Bid {
  const { placement, site } = won.known;
  const { creative, campaign, origin } = won.servable;
  const { siteId, publisherId } = placement;
  const { advertiserId } = campaign;
  const { viewPrice, clickPrice } = won.price;
  const rpm = ctx.inventory.paidRpmOf(campaign.id) ?? won.price.rpm;
  const { impressionToken, clickToken } = signOffer(ctx.eventUrlKeys, {
    ...won.offer,
    placementId: placement.id,
    siteId,
    publisherId,
    creativeId: creative.id,
    campaignId: campaign.id,
    advertiserId,
    viewPrice,
    clickPrice,
    unmeasuredPrice: campaign.requiresViewability ? null : campaign.unmeasuredPrice,
    needsConfirmation: campaign.conversionClick !== 'none',
    isForeign: origin !== null,
    isWeb: site.site.medium === 'web',
  });
  return {
    impId: won.impId,
    creativeId: creative.id,
    placementId: placement.id,
    siteId,
    publisherId,
    demandServer: origin?.address ?? ctx.config.ledgerAddress,
    supplyServer: ctx.config.ledgerAddress,
    type: creative.type,
    mime: creative.mime,
    scope: creative.scope,
    hash: creative.hash,
    alt: creative.alt,
    serveUrl:
      origin?.serveUrl ??
      `${ctx.serveUrl}/serve/x${creative.id}.doc?v=${creative.hash.slice(0, 4)}`,
    impressionUrl: `${ctx.publicUrl}/view?e=${impressionToken}`,
    clickUrl: `${ctx.publicUrl}/click?e=${clickToken}`,
    rpm: Math.round(rpm * 100) / 100,
    exp: ctx.config.offerMinutes * 60,
    priority: campaign.priority === 'standard' ? null : campaign.priority,
    impressionPixels: won.takesPixels
      ? pixelsOf(ctx, { ...won, offeredAt: won.offer.offeredAt, viewPrice })
      : null,
    caseId:
      origin &&
      foreignCaseOf(
        offerIdOf({ ...won.offer, placementId: placement.id, creativeId: creative.id }),
      ),
  };
}
