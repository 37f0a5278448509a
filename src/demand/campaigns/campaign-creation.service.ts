import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { defaultBidStrategyOf } from '../bid-strategies/bid-strategy';
import { usingBidStrategy } from '../bid-strategies/bid-strategy.service';
import { copiedNameOf, copyNameOf } from './copy-name';
import type { CampaignContext } from './campaign.context';
import { listConversions } from '../conversions/conversion.service';
import { assertRoomFor } from '../creatives/account-room';
import {
  type CreativeFromUpload,
  createCreativesFromUploads,
  getUploads,
} from '../creatives/creative-uploads.service';
import { AppError, invalid } from '../../errors';
import { createId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import { oneByOne } from '../../turns';
import { assertReference, toReference } from '../../reference';
import { isRecord } from '../../record';
import { isDuplicateKey } from '../../validation';
import { type GivenOf, absentMembersOfNew } from '../../platform/resources/resource';
import { type Campaign, campaignResource, type CampaignStatus } from './campaign.resource';
import { toStoredTargeting } from './campaign-targeting';
import { getCampaign, type OwnCampaign, suspendIfUnfunded } from './campaign.service';
import type { CampaignCreation, NewCampaign } from './campaign.store';
import { assertPresent } from '../../present';

export interface CreateCampaignParams extends Omit<GivenOf<typeof campaignResource>, 'status'> {
  readonly advertiserId: string;
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  /** Default: a draft, which serves nothing. */
  readonly status?: CampaignStatus;
  /** In either notation, as `validateTargeting` takes it; default: none. */
  readonly targeting?: unknown;
  /** Made of uploads, active; the uploads are used up. */
  readonly creatives?: readonly CreativeFromUpload[];
  /**
   * The advertiser's name for this creation, 1 to 200 characters: asked for twice by it, there is one campaign.
   * null: nothing.
   */
  readonly reference?: string | null;
}

/**
 * Creates a campaign, or finds the one that was created by the same reference, as it is now: whose answer was lost asks
 * again.
 *
 * @throws {AppError} `VALIDATION_FAILED` for uploads that cannot be used, where the account may store no more, and for a
 * bad reference; `CONFLICT` for the reference of a campaign that was created from another input, or was deleted.
 */
export async function createCampaign(
  ctx: CampaignContext,
  { reference: given = null, ...params }: CreateCampaignParams,
): Promise<Campaign> {
  if (given === null) return createNew(ctx, params);
  assertReference(given);
  const creation = { referenceHash: hash('sha256', toReference(given)), inputHash: hashOf(params) };
  const { advertiserId } = params;
  return oneByOne(`creation ${advertiserId} ${creation.referenceHash}`, async () => {
    const known = await findCreated(ctx, advertiserId, creation);
    if (known) return known;
    try {
      return await createNew(ctx, { ...params, ...creation });
    } catch (error) {
      // Another gateway may have been faster: it has used the uploads up, or has the reference.
      const mayBeThere = isDuplicateKey(error) || error instanceof AppError;
      const other = mayBeThere ? await findCreated(ctx, advertiserId, creation) : null;
      if (other) return other;
      throw error;
    }
  });
}

async function findCreated(
  ctx: CampaignContext,
  advertiserId: string,
  { referenceHash, inputHash }: CampaignCreation,
): Promise<Campaign | null> {
  const found = await ctx.campaigns.findCreated(advertiserId, referenceHash);
  if (!found) return null;
  const isSame = found.inputHash === inputHash || isOfFormerForm(found.inputHash);
  if (!found.isDeleted && isSame) return found.campaign;
  throw new AppError(
    'CONFLICT',
    `the reference is that of campaign ${found.campaign.id}, which ${found.isDeleted ? 'was deleted' : 'was created from another input'}`,
  );
}

const inputHashForm = '2:';

/** Hashes of the first form cannot be compared with later ones: their references are believed. */
const isOfFormerForm = (inputHash: string | null): boolean =>
  inputHash?.startsWith(inputHashForm) === false;

/**
 * The same for the same input, in whatever order its members stand. Absent values are left out, so that a member which a
 * later version adds changes no hash.
 */
function hashOf(input: object): string {
  const absent = new Map<string, unknown>(Object.entries(absentMembersOfNew(campaignResource)));
  const given = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !isDeepStrictEqual(value, absent.get(name))),
  );
  const text = JSON.stringify(given, (_name, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  });
  return inputHashForm + hash('sha256', text);
}

/**
 * Checks the uploads of a campaign that is not created yet; all else of its input is checked where that is read.
 *
 * @throws {AppError} `VALIDATION_FAILED`
 */
export async function validateCampaign(
  ctx: CampaignContext,
  {
    creatives = [],
    vendor = null,
    ...params
  }: Pick<CreateCampaignParams, 'advertiserId' | 'medium' | 'vendor' | 'creatives'>,
): Promise<void> {
  await getUploads(ctx, { campaign: { ...params, vendor }, creatives, nameOf });
}

/**
 * Stores a campaign with the default bid strategy of its medium and vendor, and its creatives with it: all or nothing.
 * The creatives come first, because nobody sees them without their campaign.
 */
async function createNew(
  ctx: CampaignContext,
  {
    creatives = [],
    targeting,
    ...given
  }: Omit<CreateCampaignParams, 'reference'> & Partial<CampaignCreation>,
): Promise<Campaign> {
  const terms = { ...absentMembersOfNew(campaignResource), ...given };
  const created = await storeWithCreatives(ctx, creatives, {
    status: 'draft',
    ...terms,
    ...toStoredTargeting(targeting),
    id: terms.id ?? createId(ctx),
    secret: createSecret(ctx),
    conversionClick: 'none',
    bidStrategyId: defaultBidStrategyOf(terms).id,
  });
  return suspendIfUnfunded(ctx, created);
}

/** Names a member of a creative as the input of its campaign does. */
const nameOf = (at: number, member: string) => `creatives.${at}.${member}`;

async function storeWithCreatives(
  ctx: CampaignContext,
  creatives: readonly CreativeFromUpload[],
  campaign: NewCampaign,
): Promise<Campaign> {
  const stored: Campaign[] = [];
  await createCreativesFromUploads(ctx, { campaign, creatives, nameOf }, async () => {
    stored.push(await insertOrTakeBack(ctx, campaign));
  });
  return assertPresent(stored[0], 'creatives are made only with their campaign');
}

/** A failed insertion may have stored it nevertheless: it must not be there without its creatives. */
async function insertOrTakeBack(ctx: CampaignContext, campaign: NewCampaign): Promise<Campaign> {
  try {
    const inserted = await ctx.campaigns.insert(campaign, ctx.config.caps.campaigns);
    if (inserted) return inserted;
    const problem = `an account has at most ${ctx.config.caps.campaigns} campaigns`;
    throw invalid({ name: [problem] });
  } catch (error) {
    // A duplicate key means that another request has created it.
    if (!isDuplicateKey(error) && !(error instanceof AppError))
      await ctx.campaigns.takeBack(campaign);
    throw error;
  }
}

const createSecret = (ctx: CampaignContext): string => ctx.randomBytes(16).toString('base64url');

/**
 * Copies a campaign as a draft, with its creatives and conversions; the copy has a secret of its own.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` where the account may store no more.
 */
export async function cloneCampaign(ctx: CampaignContext, own: OwnCampaign): Promise<Campaign> {
  const source = await getCampaign(ctx, own);
  const newId = () => createId(ctx);
  const [id, insertionId] = [newId(), newId()];
  await assertRoomFor(ctx, {
    advertiserId: source.advertiserId,
    byteLengths: await ctx.creatives.listByteLengths(source.id),
    member: 'id',
  });
  const copyIds = await ctx.creatives.copyAll(source.id, {
    campaignId: id,
    createId: newId,
    insertionId,
    storedAt: ctx.now(),
  });
  let copy: Campaign | null = null;
  try {
    await copyConversions(ctx, { from: source.id, to: id });
    const { createdAt, updatedAt, ...terms } = source;
    const taken = await ctx.campaigns.listNumberedNames(
      source.advertiserId,
      copiedNameOf(source.name),
    );
    copy = await insertOrTakeBack(ctx, {
      ...terms,
      id,
      name: copyNameOf(source.name, taken),
      status: 'draft',
      suspendedReason: null,
      formerPrices: null,
      bidStrategyId: defaultBidStrategyOf(source).id,
      secret: createSecret(ctx),
    });
    return await giveStrategy(ctx, copy, source.bidStrategyId);
  } catch (error) {
    if (copy) await ctx.campaigns.takeBack(copy);
    await ctx.creatives.discard(insertionId, copyIds);
    await ctx.conversions.discardOf(id);
    throw error;
  }
}

/** Gives a copy the strategy of its source, unless that is deleted meanwhile. */
async function giveStrategy(
  ctx: CampaignContext,
  copy: Campaign,
  bidStrategyId: string,
): Promise<Campaign> {
  if (bidStrategyId === copy.bidStrategyId) return copy;
  const change = (session: DatabaseSession) =>
    ctx.campaigns.update(copy, { bidStrategyId }, undefined, session);
  return (await usingBidStrategy(ctx, { campaign: copy, id: bidStrategyId, change })) ?? copy;
}

/** Copies the conversions of a campaign to another one: their terms, and nothing of what has come by their links. */
async function copyConversions(
  ctx: CampaignContext,
  { from, to: campaignId }: { readonly from: string; readonly to: string },
): Promise<void> {
  const conversions = (await listConversions(ctx, [from])).get(from) ?? [];
  for (const { advertiserId, ...conversion } of conversions) {
    const { name, type, eventType, limitType, value, dailyLimit } = conversion;
    const { isValueMutable, isRepeatable } = conversion;
    await ctx.conversions.insert({
      ...{ id: createId(ctx), campaignId, advertiserId },
      ...{ name, type, eventType, limitType, value, dailyLimit, isValueMutable, isRepeatable },
    });
  }
}
