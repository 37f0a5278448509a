import { createHash } from 'node:crypto';
import type { Campaign } from '../campaigns/campaign.resource';
import { toDirectContent } from '../contents/direct-content';
import { digestOf } from '../contents/digest';
import type { CreativeContext } from './creative.context';
import { assertNoProblems, invalid, notFound } from '../../errors';
import { createId, isUuid, toId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Upload } from '../uploads/upload';
import { isDuplicateKey } from '../../validation';
import type { Creative, NewCreative } from './creative.resource';
import { problemOfName } from './creative-name';
import { usualWeight } from './creative-weight';
import { reviewOfNew } from './creative-review.service';
import { discardAbandoned } from './abandoned-creatives.service';
import { getOwnedCampaign } from './creative.service';
import { assertPresent } from '../../present';

/** A creative to be made of an upload. */
export interface CreativeFromUpload {
  /** Id of an upload, dashed or not. */
  readonly fileId: string;
  readonly name: string;
  /** Default: none. */
  readonly alt?: string | null;
  /** Default: none. */
  readonly impressionPixels?: readonly string[];
  /** Default: the usual one. */
  readonly weight?: number;
  /** Default: none. */
  readonly frequencyCaps?: readonly string[] | null;
  /** Default: with its campaign. */
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
}

export interface CreateCreativesParams {
  /** Need not be stored yet: nobody sees creatives of a campaign that is not there. */
  readonly campaign: Pick<Campaign, 'id' | 'advertiserId' | 'medium' | 'vendor' | 'landingUrl'>;
  readonly creatives: readonly CreativeFromUpload[];
  /** Names a member of an upload as the request does: `creatives.0.fileId`. */
  readonly nameOf: (at: number, member: keyof CreativeFromUpload) => string;
}

/**
 * Makes active creatives of uploads, all or none, and uses the uploads up: each becomes one creative, whoever else tries
 * at once. A handful of commands, whatever the number.
 *
 * @param whenStored runs when the creatives are there and before the uploads are used up; when it throws, the creatives
 * are taken back and the uploads can be used again. For what must not be without its creatives, such as their campaign.
 * @throws {AppError} `VALIDATION_FAILED` for a file that is not an unused upload of the advertiser's for this medium and
 * vendor, and for bad names.
 */
export async function createCreativesFromUploads(
  ctx: CreativeContext,
  params: CreateCreativesParams,
  whenStored?: () => Promise<unknown>,
): Promise<readonly Creative[]> {
  if (params.creatives.length === 0) {
    await whenStored?.();
    return [];
  }
  const { nameOf } = params;
  const added = await prepareNew(ctx, params);
  const ids = added.map(({ id }) => id);
  const insertionId = createId(ctx);
  const insert = () => ctx.creatives.insert(added, insertionId, ctx.now());
  const created = await insertCreatives(ctx, { added, nameOf, insert });
  try {
    await whenStored?.();
  } catch (error) {
    await ctx.creatives.discard(insertionId, ids);
    throw error;
  }
  await ctx.uploads.delete(ids);
  return created;
}

/**
 * Adds one creative to a campaign.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, and what `createCreativesFromUploads` throws.
 */
export async function createCreativeFromUpload(
  ctx: CreativeContext,
  params: CreativeFromUpload & { readonly advertiserId: string; readonly campaignId: string },
): Promise<Creative> {
  const campaign = await getOwnedCampaign(ctx, params);
  const nameOf = (_at: number, member: string) => member;
  const one: CreateCreativesParams = { campaign, creatives: [params], nameOf };
  const added = await prepareNew(ctx, one);
  const insertionId = createId(ctx);
  const insert = () =>
    ctx.inTransaction(async (session) => {
      // Each change of the campaign waits for the one before: none counts the same, and a campaign that is deleted meanwhile
      // gets none. Where nobody may see a creative, nobody does: gateways would not hear that it was taken back.
      if (!(await ctx.campaigns.mark(campaign, session))) throw notFound('campaign', campaign.id);
      await assertFewCreatives(ctx, one, session);
      return ctx.creatives.insert(added, insertionId, ctx.now(), session);
    });
  const [only] = await insertCreatives(ctx, { added, nameOf, insert });
  const creative = assertPresent(only, 'one upload makes one creative');
  await ctx.uploads.delete([creative.id]);
  await ctx.onDemandChanged({ campaignIds: [], creativeIds: [creative.id] });
  return creative;
}

/** Finishes what is stored of new creatives. @throws {AppError} as `getUploads` and `assertFewCreatives` do */
async function prepareNew(
  ctx: CreativeContext,
  params: CreateCreativesParams,
): Promise<readonly NewCreative[]> {
  const uploads = await getUploads(ctx, params);
  await assertFewCreatives(ctx, params);
  return reviewOfNew(ctx, await prepareCreatives(ctx, params, uploads));
}

/**
 * @param session of the transaction that makes them; default: none
 * @throws {AppError} `VALIDATION_FAILED` for more creatives than a campaign may have.
 */
async function assertFewCreatives(
  ctx: CreativeContext,
  { campaign, creatives, nameOf }: CreateCreativesParams,
  session?: DatabaseSession,
): Promise<void> {
  const most = ctx.config.caps.creativesPerCampaign;
  const present = await ctx.creatives.listByteLengths(campaign.id, session);
  if (present.length + creatives.length > most)
    throw invalid({
      [nameOf(Math.max(0, most - present.length), 'fileId')]: [
        `is one too many: a campaign has at most ${most} creatives`,
      ],
    });
}

/**
 * The uploads in the order of the creatives.
 *
 * @throws {AppError} `VALIDATION_FAILED` for those that cannot be used, and for bad names.
 */
export async function getUploads(
  ctx: Pick<CreativeContext, 'uploads' | 'now'>,
  {
    campaign,
    creatives,
    nameOf,
  }: Pick<CreateCreativesParams, 'creatives' | 'nameOf'> & {
    readonly campaign: Pick<Campaign, 'advertiserId' | 'medium' | 'vendor'>;
  },
): Promise<readonly Upload[]> {
  const details: Record<string, readonly string[]> = {};
  const ids = creatives.map(({ fileId }) => (isUuid(fileId) ? toId(fileId) : null));
  const found = await ctx.uploads.listOwned(
    campaign.advertiserId,
    ids.filter((id) => id !== null),
    ctx.now(),
  );
  const byId = new Map(found.map((upload) => [upload.id, upload]));
  const uploads = creatives.map(({ name }, at) => {
    const id = ids[at] ?? null;
    const upload = id === null ? undefined : byId.get(id);
    const nameProblem = problemOfName(name);
    if (nameProblem !== null) details[nameOf(at, 'name')] = [nameProblem];
    const isRepeated = id !== null && ids.indexOf(id) < at;
    const problem = isRepeated ? 'is used twice' : problemOfUpload(upload, campaign);
    if (problem !== null) details[nameOf(at, 'fileId')] = [problem];
    return upload;
  });
  assertNoProblems(details);
  return uploads.filter((upload) => upload !== undefined);
}

function problemOfUpload(
  upload: Upload | undefined,
  campaign: Pick<Campaign, 'medium' | 'vendor'>,
): string | null {
  if (!upload) return notUsable;
  return upload.medium === campaign.medium && upload.vendor === campaign.vendor
    ? null
    : 'was uploaded for another medium or vendor';
}

const notUsable = 'is not an unused upload of yours';

/** Makes their contents stay; those of links are finished here. */
async function prepareCreatives(
  ctx: CreativeContext,
  { campaign, creatives }: CreateCreativesParams,
  uploads: readonly Upload[],
): Promise<readonly Omit<NewCreative, 'review' | 'isUnreviewed'>[]> {
  const linkIds = uploads.filter(({ type }) => type === 'direct').map((link) => link.contentId);
  const links = await ctx.contents.listByIds([...new Set(linkIds)]);
  const finished = new Map<string, Buffer>();
  const keptIds = new Set<string>();
  for (const { id, type, scope, contentId } of uploads) {
    if (type !== 'direct') keptIds.add(contentId);
    else {
      const link = links.get(contentId)?.toString() ?? '';
      finished.set(id, toDirectContent(link === '' ? campaign.landingUrl : link, scope));
    }
  }
  await ctx.contents.put([...finished.values()]);
  if (keptIds.size > 0 && (await ctx.contents.keep([...keptIds])) < keptIds.size)
    throw new Error('the content of an upload is gone before the upload');
  return uploads.map((upload, at) => {
    const { id, type, mime, scope } = upload;
    const given = assertPresent(creatives[at], 'each upload is of a creative');
    const { name, alt = null, impressionPixels = [], weight = usualWeight } = given;
    const { frequencyCaps = null, startsAt = null, endsAt = null } = given;
    return {
      id,
      campaignId: campaign.id,
      advertiserId: campaign.advertiserId,
      name,
      alt,
      impressionPixels,
      weight,
      frequencyCaps,
      startsAt,
      endsAt,
      type,
      mime,
      scope,
      ...contentOf(upload, finished.get(id)),
    };
  });
}

function contentOf(
  { contentId, hash, byteLength }: Upload,
  finished: Buffer | undefined,
): Pick<NewCreative, 'contentId' | 'hash' | 'byteLength'> {
  if (!finished) return { contentId, hash, byteLength };
  return {
    contentId: digestOf(finished),
    hash: createHash('sha1').update(finished).digest('hex'),
    byteLength: finished.length,
  };
}

interface Insertion extends Pick<CreateCreativesParams, 'nameOf'> {
  readonly added: readonly NewCreative[];
  /** Stores them all, or none. */
  readonly insert: () => Promise<readonly Creative[]>;
}

/** The id of an upload is that of its creative: of racing users one has it, for the others it is used. */
async function insertCreatives(
  ctx: CreativeContext,
  insertion: Insertion,
): Promise<readonly Creative[]> {
  const { added, insert, nameOf } = insertion;
  try {
    return await insert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const ids = added.map(({ id }) => id);
    if (await discardAbandoned(ctx, ids)) return insertCreatives(ctx, insertion);
    const at = await positionOfUsed(ctx, added);
    const details = { [nameOf(at, 'fileId')]: [notUsable] };
    throw invalid(details, { cause: error });
  }
}

async function positionOfUsed(
  ctx: CreativeContext,
  added: readonly NewCreative[],
): Promise<number> {
  const used = await ctx.creatives.listUsedIds(added.map(({ id }) => id));
  return Math.max(
    0,
    added.findIndex(({ id }) => used.has(id)),
  );
}
