import { lowerOf, lowestPrices, wasAutomaticLately } from '../../demand/campaigns/former-prices';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { isForUnknown, isShownOn } from '../../demand/campaigns/excluded-peers';
import { AppError, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import { truncateIpAddress } from '../../ip-address';
import { flattenTargeting } from '../../demand/taxonomy/taxonomy';
import { isAllowed, type Peer } from '../../peers/directory/peer';
import type { WithRequest } from '../../request-facts';
import { hostOfUrl } from '../../supply/sites/site.service';
import { trackingIdOfCookie } from '../../supply/visitors/visitor.service';
import type { VisitorContext } from '../../supply/visitors/visitor.context';
import { type AdEvent, eventIdOf } from '../events/event';
import { unmeasuredPriceOf } from '../events/unmeasured-price';
import type { EventKind } from '../events/event-token';
import { classifyTraffic, maxUserAgentLength } from '../events/invalid-traffic';
import { fillLandingUrl } from '../events/landing-url';
import { placeholderValuesOf } from '../events/placeholder-values';
import { caseOf, peerOfferIdOf } from '../events/peer-case';
import { readCountry } from '../events/visitor-country';
import { featuresOfVisitor } from '../serving/request-features';
import { parseUserAgent, readLanguages } from '../serving/user-agent';
import type { AdvertisedCreative } from './advertised-creatives';
import { signPage } from './page-token';
import type { PeerEventContext } from './peer-event.context';
import { readToldPage, type ToldPage } from './told-context';
import { unmetTargeting } from './unmet-targeting';

type Context = PeerEventContext & VisitorContext & WithRequest;

/** A request of a visitor whom another server has led to us. */
export interface PeerEventParams {
  readonly kind: EventKind;
  /** As the path has it. */
  readonly creativeId: string;
  /** Of a member that is given more than once, the last one; null: it is not there. */
  readonly query: (name: 'cid' | 'pto' | 'pid' | 'ctx') => string | null;
}

/** The answer to it, whatever becomes of the event: each part is made where somebody asks for it. */
export interface PeerEventAnswer {
  /** A page for the visitor's browser to load. */
  readonly pageUrl: string;
  /** null: the campaign leads nowhere. */
  readonly landingUrl: string | null;
}

/**
 * Records a view or a click on another server's site. Durable when it resolves; answered alike whoever asks, and recorded only
 * in the name of a server that may show our campaigns. A repeat is answered the same and counts once.
 *
 * @throws {AppError} `NOT_FOUND` for an unknown creative and where this server has no peers; `BAD_REQUEST` for a bad `cid`, and
 * without `pto`, `pid` or `ctx`; `TOO_MANY_REQUESTS`; `SERVICE_UNAVAILABLE` when the event cannot be kept.
 * @see docs/peers.md §8
 */
export async function recordPeerEvent(
  ctx: Context,
  params: PeerEventParams,
): Promise<PeerEventAnswer> {
  if (ctx.peerMode === 'off') throw new AppError('NOT_FOUND', 'this server has no peers');
  ctx.peerEventRate.take(ctx.request.remoteAddress);
  const told = readTold(params);
  const creative = await findCreative(ctx, params.creativeId);
  const { id: creativeId, campaign } = creative;
  const caseId = caseOf(told.cid);
  const offerId = peerOfferIdOf({ address: told.address, caseId, creativeId });
  const page = readToldPage(told.ctx);
  const host = hostOf(ctx, page);
  const peer = ctx.peerDirectory.find(told.address);
  const mayEarn = peer !== null && isAllowed(peer, 'oursThere') && !ctx.peerDirectory.isPaused();
  if (ctx.request.isHead) {
    // Nothing is recorded of a HEAD.
  } else if (mayEarn) {
    const of = { kind: params.kind, told, creative, caseId, offerId, host, peer };
    await ctx.eventLog.record(await toEvent(ctx, of));
    ctx.peerEventCounts.recorded += 1;
  } else ctx.peerEventCounts.notAllowed += 1;
  return {
    get pageUrl() {
      return `${ctx.publicUrl}/peer/context/${signPage(ctx.eventUrlKeys, offerId, ctx.now())}`;
    },
    get landingUrl() {
      return landingUrlOf(ctx, { told, campaign, creativeId, caseId, host, page });
    },
  };
}

function landingUrlOf(
  ctx: Context,
  of: {
    readonly told: Told;
    readonly campaign: Campaign;
    readonly creativeId: string;
    readonly caseId: string;
    readonly host: string | null;
    readonly page: ToldPage;
  },
): string | null {
  const { told, campaign, creativeId, caseId, host, page } = of;
  const values = placeholderValuesOf(ctx.request, {
    ...{ creativeId, campaignId: campaign.id, publisherId: told.publisher },
    ...{ server: told.address, siteHost: host ?? '', placementId: page.zone ?? '' },
    cpm: campaign.maxCpm ?? 0n,
    at: ctx.now().getTime() / 1_000,
  });
  return fillLandingUrl(campaign.landingUrl, caseId, values);
}

interface Told {
  /** 32 lower-case hex. */
  readonly cid: string;
  readonly address: string;
  readonly publisher: string;
  readonly ctx: string;
}

const longestTold = 64;

function readTold({ query }: PeerEventParams): Told {
  const cid = query('cid');
  if (cid === null || !isUuid(cid))
    throw new AppError('BAD_REQUEST', 'cid must be a UUID, with or without dashes');
  const need = (name: 'pto' | 'pid' | 'ctx'): string => {
    const value = query(name);
    if (value === null) throw new AppError('BAD_REQUEST', `the member ${name} is missing`);
    return value;
  };
  return {
    cid: toId(cid),
    address: need('pto').toUpperCase().slice(0, longestTold),
    publisher: need('pid').slice(0, longestTold),
    ctx: need('ctx'),
  };
}

async function findCreative(ctx: Context, creativeId: string): Promise<AdvertisedCreative> {
  const creative = isUuid(creativeId) ? await ctx.advertisedCreatives.find(toId(creativeId)) : null;
  if (!creative) throw notFound('creative', creativeId.slice(0, longestTold));
  return creative;
}

/** The host of the page; where none is told, that of the page that the browser names. */
function hostOf({ request }: WithRequest, { url }: ToldPage): string | null {
  const { referer } = request.headers;
  return hostOfUrl(url ?? (typeof referer === 'string' ? referer : ''));
}

async function toEvent(
  ctx: Context,
  of: {
    readonly kind: EventKind;
    readonly told: Told;
    readonly creative: AdvertisedCreative;
    readonly caseId: string;
    readonly offerId: string;
    readonly host: string | null;
    readonly peer: Peer;
  },
): Promise<AdEvent> {
  const { kind, told, creative, offerId, host } = of;
  const { id: creativeId, campaign } = creative;
  const { address } = told;
  const occurredAt = ctx.now();
  const isWeb = campaign.medium === 'web';
  const rules = {
    findingOf: (remote: string) => ctx.networkLists.findingOf(remote),
    needsBrowser: isWeb,
  };
  const invalidTraffic = classifyTraffic(ctx.request, rules);
  const siteId = await ctx.toldSites.siteIdOf(address, host, campaign.medium);
  const country = readCountry(ctx);
  const features = featuresOfVisitor(
    {
      device: parseUserAgent(ctx.request.userAgent),
      languages: readLanguages(headerOf(ctx, 'accept-language')),
      country,
    },
    host,
  );
  return {
    id: eventIdOf(kind, offerId, invalidTraffic),
    kind,
    caseId: of.caseId,
    requestId: offerId,
    // It names no placement of ours: the site is the place.
    placementId: siteId,
    siteId,
    publisherId: ctx.toldSites.accountIdOf(address),
    creativeId,
    campaignId: campaign.id,
    advertiserId: campaign.advertiserId,
    offerId,
    offeredAt: occurredAt,
    exp: ctx.config.offerMinutes * 60,
    occurredAt,
    trackingId: trackingIdOfCookie(ctx),
    userAgent: ctx.request.userAgent.slice(0, maxUserAgentLength),
    remoteAddress: truncateIpAddress(ctx.request.remoteAddress),
    country,
    invalidTraffic,
    price: await priceOf(ctx, kind, campaign),
    needsConfirmation: kind === 'click' && campaign.conversionClick !== 'none',
    isWeb,
    isMeasured: false,
    peer: {
      address,
      cid: told.cid,
      publisher: told.publisher,
      isShown: isShownOn(campaign, address) && isForVisitorsThere(creative),
      unmet: unmetTargeting(ctx.taxonomy.current, campaign, features),
      ...hostToAsk(ctx, { ...of, campaign }),
      needsPage: isWeb,
    },
  };
}

/** Nothing is known of them: no cap binds them, and some advertisers want none without. */
const isForVisitorsThere = (creative: AdvertisedCreative): boolean =>
  isForUnknown(creative.campaign, creative.campaign) && isForUnknown(creative.campaign, creative);

/** The host that must name the publisher: of campaigns that are for hosts by name. */
function hostToAsk(
  { taxonomy, config }: Context,
  of: { readonly campaign: Campaign; readonly host: string | null; readonly peer: Peer },
) {
  const { campaign, host, peer } = of;
  if (config.peerAdsTxt === 'none' || host === null) return {};
  const { requires } = flattenTargeting(taxonomy.current, campaign);
  const isForHosts = (requires['site:domain'] ?? []).length > 0;
  return isForHosts ? { host: { host, domain: peer.info.adsTxtDomain } } : {};
}

/** The lower one for a while after the campaign has bid by itself: other servers may not have heard of its price. */
async function findMaxCpm({ findPeerMaxCpm, now }: Context, campaign: Campaign) {
  const maxCpm = await findPeerMaxCpm(campaign);
  if (!wasAutomaticLately(campaign, now())) return maxCpm;
  const mean = await findPeerMaxCpm({ ...campaign, maxCpm: null });
  return mean === null ? maxCpm : lowerOf(maxCpm, mean);
}

/** null: nobody can tell it. */
async function priceOf(ctx: Context, kind: EventKind, campaign: Campaign) {
  try {
    const maxCpm = await findMaxCpm(ctx, campaign);
    const prices = lowestPrices({ maxCpm, maxCpc: campaign.maxCpc }, campaign, ctx.now());
    if (kind === 'click') return prices.maxCpc ?? 0n;
    return prices.maxCpm && unmeasuredPriceOf(prices.maxCpm / 1_000n, campaign.unmeasuredPrice);
  } catch (error) {
    ctx.outages.note('prices of views on other servers’ sites cannot be found', error);
    return null;
  }
}

function headerOf({ request }: WithRequest, name: string): string | undefined {
  const header = request.headers[name];
  return typeof header === 'string' ? header : header?.[0];
}
