import type { EventContext } from './event.context';
import type { WithRequest } from '../../request-facts';
import type { Amount } from '../../amount';
import { AppError } from '../../errors';
import { isUuid, toId } from '../../id';
import { type AdEvent, eventIdOf, offerIdOf } from './event';
import { type Evidence, isMeasuredBy } from './evidence';
import { type EventKind, isOnOwnSite, type Offer, readToken } from './event-token';
import { classifyTraffic, maxUserAgentLength } from './invalid-traffic';
import { truncateIpAddress } from '../../ip-address';
import { fillLandingUrl, namesSiteHost } from './landing-url';
import { placeholderValuesOf } from './placeholder-values';
import { readSiteHost } from './site-host';
import { foreignCaseOf } from '../forwarding/forward-url';
import { findOrigin, forwardUrlOf, isForwarded } from '../forwarding/forwarding.service';
import { unmeasuredPriceOf } from './unmeasured-price';
import { readCountry } from './visitor-country';

export interface RecordEventParams {
  /** From the URL that the offer came with. */
  readonly token: string;
  /** A UUID, dashed or not, in any case; null: one made of the offer, the same for its impression and its click. */
  readonly caseId: string | null;
  /** As the tag tells it. */
  readonly evidence: Evidence;
}

/**
 * Records that an offered creative was seen. Durable when it resolves; a repeat is answered the same and counts once.
 * Nothing is recorded of an offer in test mode, nor for HEAD.
 *
 * @returns URLs that the client may load to add to the event: none; and where the client goes on to, for a creative of
 * another server, which must hear of it, too.
 * @throws {AppError} `BAD_REQUEST` for a malformed case, `FORBIDDEN` for a token that is not ours, `GONE` for an old
 * one, `SERVICE_UNAVAILABLE` when the event cannot be kept.
 */
export async function recordImpression(
  ctx: EventContext & WithRequest,
  params: RecordEventParams,
): Promise<{ readonly context: readonly string[]; readonly forwardUrl: string | null }> {
  const { forwardUrl } = await record(ctx, 'impression', params);
  return { context: [], forwardUrl };
}

/**
 * Records a click and says where it leads. Durable when it resolves; a repeat is answered the same and counts once.
 * It is durable, too, when it rejects because where it leads is not known: the click did happen. Of an offer in test mode,
 * and for HEAD, nothing is recorded.
 *
 * @throws {AppError} like `recordImpression`, and `NOT_FOUND` when the campaign leads nowhere any more.
 * @throws the driver's error (an answer of `SERVICE_UNAVAILABLE`) when only the database knows and it is away.
 */
export async function recordClick(
  ctx: EventContext & WithRequest,
  params: RecordEventParams,
): Promise<{ readonly landingUrl: string }> {
  const { event, offer, forwardUrl } = await record(ctx, 'click', params);
  const landingUrl = forwardUrl ?? (await findLandingUrl(ctx, offer, event.caseId));
  if (landingUrl === null) throw new AppError('NOT_FOUND', 'the campaign has no landing page');
  return { landingUrl };
}

/** Keeps an event, and finds where it goes on to; null: to nobody. */
async function record(
  ctx: EventContext & WithRequest,
  kind: EventKind,
  params: RecordEventParams,
): Promise<{
  readonly event: AdEvent;
  readonly offer: Offer;
  readonly forwardUrl: string | null;
}> {
  const read = readEvent(ctx, kind, params);
  const { offer } = read;
  const origin = offer.isForeign ? await findOrigin(ctx, offer) : null;
  const event = origin === null ? read.event : toForeign(read.event, origin.address);
  if (isKept(ctx, offer))
    await ctx.viewOrdinals.store(event, (numbered) => ctx.eventLog.record(numbered));
  if (origin === null || !isForwarded(ctx, origin, { event, offer }))
    return { event, offer, forwardUrl: null };
  return { event, offer, forwardUrl: await forwardUrlOf(ctx, origin, event) };
}

const toForeign = (event: AdEvent, demandServer: string): AdEvent => ({
  ...event,
  caseId: foreignCaseOf(event.offerId),
  demandServer,
});

const isKept = ({ request }: WithRequest, { isTest }: Offer): boolean => !isTest && !request.isHead;

function readEvent(
  ctx: EventContext & WithRequest,
  kind: EventKind,
  { token, caseId: givenCaseId, evidence }: RecordEventParams,
): { readonly event: AdEvent; readonly offer: Offer } {
  const occurredAt = ctx.now();
  const offer = readToken(ctx.eventUrlKeys, kind, token, occurredAt);
  const offerId = offerIdOf(offer);
  const caseId = givenCaseId === null ? offerId : parseCaseId(givenCaseId);
  const isMeasured = isMeasuredBy(evidence, offer, occurredAt);
  const needsBrowser = offer.isWeb && !isMeasured;
  const invalidTraffic = classifyTraffic(ctx.request, {
    findingOf: (address) => ctx.networkLists.findingOf(address),
    needsBrowser,
  });
  const { requestId, placementId, siteId, publisherId, creativeId } = offer;
  const { campaignId, advertiserId, trackingId, offeredAt } = offer;
  const isOwn = isOnOwnSite(offer);
  const event: AdEvent = {
    id: eventIdOf(kind, offerId, invalidTraffic),
    kind,
    caseId,
    requestId,
    placementId,
    siteId,
    publisherId,
    creativeId,
    campaignId,
    advertiserId,
    offerId,
    trackingId,
    offeredAt: new Date(offeredAt * 1000),
    exp: ctx.config.offerMinutes * 60,
    occurredAt,
    userAgent: ctx.request.userAgent.slice(0, maxUserAgentLength),
    remoteAddress: truncateIpAddress(ctx.request.remoteAddress),
    country: readCountry(ctx),
    invalidTraffic,
    price: isOwn ? 0n : priceOf(kind, offer, isMeasured),
    needsConfirmation: kind === 'click' && offer.needsConfirmation,
    isWeb: offer.isWeb,
    isMeasured,
    ...(kind === 'impression' && offer.unmeasuredPrice === null && { requiresViewability: true }),
    ...(isOwn && { isOwn }),
  };
  return { event, offer };
}

/** A view that the tag has not measured costs what the offer says of such views. */
function priceOf(kind: EventKind, offer: Offer, isMeasured: boolean): Amount {
  const { viewPrice, clickPrice, unmeasuredPrice } = offer;
  if (kind === 'click') return clickPrice;
  return isMeasured || unmeasuredPrice === null
    ? viewPrice
    : unmeasuredPriceOf(viewPrice, unmeasuredPrice);
}

function parseCaseId(text: string): string {
  if (isUuid(text)) return toId(text);
  throw new AppError('BAD_REQUEST', 'the case id (cid) must be a UUID, with or without dashes');
}

async function findLandingUrl(
  ctx: EventContext & WithRequest,
  offer: Offer,
  caseId: string,
): Promise<string | null> {
  const { creativeId, campaignId, publisherId, siteId, placementId } = offer;
  const campaigns = offer.isForeign ? ctx.peerCampaigns : ctx.campaigns;
  const template =
    ctx.inventory.findLandingUrl(creativeId) ?? (await campaigns.findById(campaignId))?.landingUrl;
  if (template === undefined) return null;
  const siteHost = namesSiteHost(template) ? await readSiteHost(ctx, siteId) : '';
  const values = placeholderValuesOf(ctx.request, {
    ...{ creativeId, campaignId, publisherId, siteHost, placementId },
    server: ctx.config.ledgerAddress,
    cpm: offer.viewPrice * 1_000n,
    at: ctx.now().getTime() / 1_000,
  });
  return fillLandingUrl(template, caseId, values);
}
