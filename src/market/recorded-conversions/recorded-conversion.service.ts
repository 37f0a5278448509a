import { type Amount, formatAmount, maxPrice, parseAmount } from '../../amount';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { RecordedConversionContext } from './recorded-conversion.context';
import type { WithRequest } from '../../request-facts';
import { AppError, type ErrorCode, invalid, notFound } from '../../errors';
import { createId, isUuid, toId } from '../../id';
import type { AdEvent } from '../events/event';
import { type ConversionProof, proofOf } from './conversion-proof';
import { clickIdOf, listConvertible, type Whose } from './convertible-events';
import type { EventKind } from '../events/event-token';
import { trackingIdOfCookie } from '../../supply/visitors/visitor.service';
import type { Conversion } from '../../demand/conversions/conversion.resource';
import type { ConversionCall } from '../../demand/conversions/conversion.store';
import type { ClickConversionMode } from '../../demand/conversions/click-conversion-mode';
import {
  type ConvertedCase,
  convertibleForMs,
  isSignedBy,
  nonceForSeconds,
  signatureForSeconds,
  visitorCasesForMs,
} from './recorded-conversion';
import { testCaseOf } from './test-case';

/** The members of a conversion's URL, as it spelled them; null: it has none. */
export interface RecordConversionParams {
  /** The id of the conversion, or of the campaign whose click is confirmed: 32 hex digits. */
  readonly id: string;
  /** A UUID, dashed or not; null: all recent cases of the visitor, who is known by cookie. */
  readonly caseId: string | null;
  /** Decimal USD. */
  readonly value: string | null;
  /** Base64url. */
  readonly nonce: string | null;
  /** Unix seconds. */
  readonly timestamp: string | null;
  /** Base64url. */
  readonly signature: string | null;
}

/**
 * Records a conversion for the case that is named, or in equal parts for the visitor's cases of the last 30 days.
 * Durable when it resolves. Of racing copies one is recorded. HEAD is checked like others, and nothing is recorded. The
 * campaign's test case is checked like others, too, and only noted.
 *
 * @throws {AppError} `NOT_FOUND` for an unknown conversion, `VALIDATION_FAILED` when no impression of the campaign
 * belongs to it, `BAD_REQUEST` for everything else that is refused.
 * @see docs/reference-clients.md §10
 */
export async function recordConversion(
  ctx: RecordedConversionContext & WithRequest,
  params: RecordConversionParams,
): Promise<void> {
  const note = async (call: Omit<ConversionCall, 'at'>) => {
    if (!ctx.request.isHead)
      await ctx.conversions.noteCall(params.id.toLowerCase(), { ...call, at: ctx.now() });
  };
  try {
    await note(await recordOrTest(ctx, params));
  } catch (error) {
    if (error instanceof AppError && toldCodes.has(error.code))
      await note({ outcome: 'refused', lastRefusal: describe(error) });
    throw error;
  }
}

/** Refusals that an advertiser can mend. */
const toldCodes: ReadonlySet<ErrorCode> = new Set(['BAD_REQUEST', 'VALIDATION_FAILED']);

const describe = ({ message, details }: AppError): string =>
  details?.cid ? `the case (cid) ${details.cid.join(', ')}` : message;

async function recordOrTest(
  ctx: RecordedConversionContext & WithRequest,
  params: RecordConversionParams,
): Promise<Omit<ConversionCall, 'at'>> {
  const whose = readWhose(ctx, params);
  const conversion = await ctx.conversions.findById(params.id.toLowerCase());
  const campaign = conversion && (await findCampaign(ctx, conversion.campaignId));
  if (!conversion || !campaign) throw notFound('conversion', params.id);
  const value = readValue(conversion, params.value);
  const nonce = conversion.type === 'advanced' ? readNonce(ctx, campaign, params) : null;
  if ('caseId' in whose.of && whose.of.caseId === testCaseOf(campaign))
    return { outcome: 'test', lastTestValue: value };
  const events = await requireEvents(ctx, {
    kind: 'impression',
    campaignId: campaign.id,
    ...whose,
  });
  const record = {
    campaign,
    conversion,
    nonce,
    cases: toCases(events, value),
    proof: proofOf(ctx, conversion, events),
    claimedBy: conversion.isRepeatable ? null : conversion.id,
  };
  if (!ctx.request.isHead) await insert(ctx, record);
  return { outcome: 'recorded' };
}

/**
 * Confirms clicks of a campaign that count only then: the case's that is named, or the visitor's of the last 30 days.
 * Durable when it resolves. A click is confirmed once.
 *
 * @throws {AppError} like `recordConversion`, and `BAD_REQUEST` where clicks count at once.
 * @see docs/reference-clients.md §10
 */
export async function recordClickConversion(
  ctx: RecordedConversionContext & WithRequest,
  params: RecordConversionParams,
): Promise<void> {
  const whose = readWhose(ctx, params);
  const campaign = await findCampaign(ctx, params.id.toLowerCase());
  if (!campaign) throw notFound('campaign', params.id);
  const mode: ClickConversionMode = campaign.conversionClick;
  if (mode === 'none') throw refused('the campaign has no click conversion');
  const nonce = mode === 'advanced' ? readNonce(ctx, campaign, params) : null;
  const events = await requireEvents(ctx, { kind: 'click', campaignId: campaign.id, ...whose });
  if (ctx.request.isHead) return;
  await insert(ctx, {
    campaign,
    conversion: null,
    nonce,
    cases: events.map((event) => toCase(event, 0n)),
    proof: {},
    claimedBy: campaign.id,
  });
}

const idPattern = /^[0-9a-f]{32}$/i;

function readWhose(
  ctx: RecordedConversionContext & WithRequest,
  { id, caseId }: RecordConversionParams,
): Whose {
  if (!idPattern.test(id)) throw refused('the id must be 32 hex digits');
  if (caseId !== null) {
    if (!isUuid(caseId)) throw refused('the case id (cid) must be a UUID, with or without dashes');
    return { of: { caseId: toId(caseId) }, forMs: convertibleForMs };
  }
  const trackingId = trackingIdOfCookie(ctx);
  if (trackingId === null) throw refused('neither a case id (cid) nor a known visitor');
  return { of: { trackingId }, forMs: visitorCasesForMs };
}

/** Null for one that is deleted, too. */
async function findCampaign(
  ctx: RecordedConversionContext & WithRequest,
  id: string,
): Promise<Campaign | null> {
  const known = await ctx.campaigns.findById(id);
  return known && ctx.campaigns.findOwned(known.advertiserId, id);
}

function readValue({ isValueMutable, value }: Conversion, given: string | null): Amount {
  if (!isValueMutable || given === null) {
    if (value === null) throw refused('the value is missing');
    return value;
  }
  const amount = parseAmount(given);
  if (amount === null || amount < 0n || amount > maxPrice)
    throw refused(`the value must be a decimal from 0 to ${formatAmount(maxPrice)}`);
  return amount;
}

/** @returns the bytes of the nonce, hex: whatever their spelling, they are good for one record. */
function readNonce(
  ctx: RecordedConversionContext & WithRequest,
  { secret }: Campaign,
  params: RecordConversionParams,
): string {
  const { id, nonce, timestamp, signature, value, caseId } = params;
  if (!nonce || !timestamp || !signature) throw refused('nonce, ts and sig are required');
  if (!/^[\w-]{1,256}$/.test(nonce)) throw refused('the nonce must be base64url');
  // One spelling for each time: what is signed has no separators, and a digit must not pass for one of its neighbours.
  const signedAt = /^[1-9]\d{0,11}$/.test(timestamp) ? Number(timestamp) : 0;
  const age = Math.floor(ctx.now().getTime() / 1000) - signedAt;
  if (age < 0 || age > signatureForSeconds)
    throw refused(`the timestamp (ts) must be of the last ${signatureForSeconds} seconds`);
  const bytes = Buffer.from(nonce, 'base64url');
  const signed = { id, nonce: bytes, timestamp, value: value ?? '', caseId: caseId ?? '' };
  if (bytes.length === 0 || !isSignedBy(secret, signed, signature))
    throw refused('the signature (sig) is wrong');
  return bytes.toString('hex');
}

async function requireEvents(
  ctx: RecordedConversionContext & WithRequest,
  params: Whose & { readonly kind: EventKind; readonly campaignId: string },
): Promise<readonly AdEvent[]> {
  const events = await listConvertible(ctx, params);
  if (events.length > 0) return events;
  const details = {
    cid: [`has no ${params.kind} of the campaign, or none that may still convert`],
  };
  throw invalid(details);
}

/** A value is shared in equal parts, rounded down. The publisher who showed a case first is paid for it. */
function toCases(events: readonly AdEvent[], value: Amount): readonly ConvertedCase[] {
  const byCase = new Map(events.map((event) => [event.caseId, event]));
  const part = value / BigInt(byCase.size);
  return [...byCase.values()].map((event) => {
    const later = events.filter((one) => one.caseId === event.caseId && one !== event);
    const { peer, ...first } = toCase(event, part);
    // A click that somebody else has told or shown proves nothing of that server.
    const clicks = later.filter((one) => peer && one.peer?.address === peer.address);
    return {
      ...first,
      ...(later.length > 0 && { laterViewIds: later.map(({ id }) => id) }),
      ...(peer && {
        peer: { ...peer, ...(clicks.length > 0 && { laterClickIds: clicks.map(clickIdOf) }) },
      }),
    };
  });
}

function toCase(event: AdEvent, value: Amount): ConvertedCase {
  const { id: eventId, caseId, publisherId, siteId, placementId, creativeId, peer } = event;
  return {
    ...{ caseId, eventId, publisherId, siteId, placementId, creativeId, value },
    ...(peer && { peer: { address: peer.address, cid: peer.cid, clickId: clickIdOf(event) } }),
  };
}

async function insert(
  ctx: RecordedConversionContext & WithRequest,
  record: {
    readonly campaign: Campaign;
    readonly conversion: Conversion | null;
    readonly nonce: string | null;
    readonly cases: readonly ConvertedCase[];
    readonly proof: ConversionProof;
    /** The id of what a case may have only once; null: it may repeat. */
    readonly claimedBy: string | null;
  },
): Promise<void> {
  const { campaign, conversion, nonce, cases, proof, claimedBy } = record;
  const occurredAt = ctx.now();
  const recorded = {
    id: createId(ctx),
    conversionId: conversion?.id ?? null,
    campaignId: campaign.id,
    advertiserId: campaign.advertiserId,
    limitType: conversion?.limitType ?? 'in_budget',
    cases,
    occurredAt,
    ...proof,
  };
  const uniqueness = {
    claims:
      claimedBy === null ? [] : [...new Set(cases.map(({ caseId }) => `${claimedBy}:${caseId}`))],
    nonce:
      nonce === null
        ? null
        : {
            key: `${(conversion ?? campaign).id}:${nonce}`,
            expiresAt: new Date(occurredAt.getTime() + nonceForSeconds * 1000),
          },
  };
  const taken = await ctx.inTransaction((session) =>
    ctx.recordedConversions.insert(recorded, uniqueness, session),
  );
  if (taken === 'nonce') throw refused('the nonce has been used');
  if (taken === 'claims')
    throw refused('the conversion does not repeat, and a case has it already');
}

function refused(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
