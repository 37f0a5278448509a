import { assertNoProblems } from '../../errors';
import { type FlatTargeting, flattenTargeting } from '../../demand/taxonomy/taxonomy';
import type { WithRequest } from '../../request-facts';
import { isReadable } from '../../validation';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { isPeerCampaign, type PeerCampaign } from '../../peers/import/peer-demand';
import { readToken } from '../events/event-token';
import type { CreativeReportContext } from './creative-report.context';
import {
  type CreativeReportReason,
  creativeReportReasons,
  maxCommentLength,
} from './creative-report';

/** SHA-1, hex. */
const sha1 = /^[\da-f]{40}$/;
/** The same for documents of requests. */
export const hashPattern = sha1.source;

export interface ReportCreativeParams {
  /** The offer's token: the member `e` of its view URL. */
  readonly token: string;
  readonly reason: string;
  /** SHA-1 of the bytes that came. */
  readonly hash?: string | null;
  readonly comment?: string | null;
}

/**
 * Counts that somebody reports a creative that he was offered. Only offers of the last 24 hours can be reported.
 *
 * @throws {AppError} `FORBIDDEN` and `GONE` as events do, `VALIDATION_FAILED` with every bad field, `TOO_MANY_REQUESTS`.
 */
export async function reportCreative(
  ctx: CreativeReportContext & WithRequest,
  { token, reason, hash = null, comment = null }: ReportCreativeParams,
): Promise<void> {
  const reportedAt = ctx.now();
  const known = creativeReportReasons.find((one) => one === reason);
  assertReport({ known, hash, comment });
  const offer = readToken(ctx.eventUrlKeys, 'impression', token, reportedAt);
  await ctx.reportLimiter.consume(ctx.request.remoteAddress);
  const { creativeId, campaignId, advertiserId, siteId } = offer;
  const about = { creativeId, campaignId, advertiserId, siteId, reason: known ?? 'other' };
  const peer = offer.isForeign ? ctx.inventory.find(creativeId)?.origin?.address : undefined;
  if (known === 'tampered' && peer !== undefined)
    await ctx.peerCreatives.lookAgain({ id: creativeId, peer });
  await ctx.creativeReports.count({ ...about, hash, comment: comment?.trim() || null, reportedAt });
}

function assertReport(params: {
  readonly known: CreativeReportReason | undefined;
  readonly hash: string | null;
  readonly comment: string | null;
}): void {
  const { known, hash, comment } = params;
  const details: Record<string, readonly string[]> = {};
  if (!known) details.reason = [`must be one of ${creativeReportReasons.join(', ')}`];
  if (hash !== null && !sha1.test(hash)) details.hash = ['must be a SHA-1'];
  if (comment !== null && (comment.length > maxCommentLength || !isReadable(comment)))
    details.comment = [`must be text of at most ${maxCommentLength} characters`];
  assertNoProblems(details);
}

/** The facts about an ad that the visitor of a page may know. */
export interface OfferOrigin {
  /** Host of the page that the ad leads to; null for a campaign that is gone. */
  readonly advertiserHost: string | null;
  /** The person or company on whose behalf it is shown; null: the advertiser has not said. */
  readonly behalf: string | null;
  /** The person or company that pays for it: as the campaign says, else as its account does; null: as `behalf`. */
  readonly paid: string | null;
  /** The host of the site that shows it; null for a site that is gone. */
  readonly siteHost: string | null;
  /** The account on the ledger of the server that pays for it: this server, or another one whose ad it is. */
  readonly payerAddress: string;
  /** The advertiser's targeting of page, device and visitor. */
  readonly targeting: FlatTargeting;
  /** True where this visitor was told apart from others. */
  readonly isTracked: boolean;
}

/**
 * Tells who pays for an ad that was offered in the last 24 hours, and why it is there.
 *
 * @throws {AppError} `FORBIDDEN` and `GONE` as events do.
 */
export async function getOfferOrigin(
  ctx: CreativeReportContext,
  token: string,
): Promise<OfferOrigin> {
  const { isForeign, campaignId, siteId, trackingId } = readToken(
    ctx.eventUrlKeys,
    'impression',
    token,
    ctx.now(),
  );
  const [campaign, site] = await Promise.all([
    isForeign ? ctx.peerDemand.campaigns.findById(campaignId) : ctx.campaigns.findById(campaignId),
    ctx.sites.findById(siteId),
  ]);
  return {
    advertiserHost: campaign && (URL.parse(campaign.landingUrl)?.hostname ?? null),
    behalf: campaign?.behalf ?? null,
    paid: campaign && (await payerOf(ctx, campaign)),
    siteHost: site?.host ?? null,
    payerAddress: campaign && isPeerCampaign(campaign) ? campaign.peer : ctx.config.ledgerAddress,
    targeting: campaign
      ? flattenTargeting(ctx.taxonomy.current, campaign)
      : { requires: {}, excludes: {} },
    isTracked: trackingId !== null,
  };
}

/** The company of an account of this server stands for campaigns that name nobody, where its owner shows the company. */
async function payerOf(
  { accounts }: CreativeReportContext,
  campaign: Campaign | PeerCampaign,
): Promise<string | null> {
  if (isPeerCampaign(campaign) || campaign.behalf !== null || campaign.paid !== null)
    return campaign.paid;
  const account = await accounts.findById(campaign.advertiserId);
  return account?.showsCompany === true ? account.company : null;
}
