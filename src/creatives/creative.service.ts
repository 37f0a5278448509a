import { createHash } from 'node:crypto';
import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { findFormats } from '../taxonomy/taxonomy';
import { messageFor } from '../validation';
import type { Creative, CreativeType } from './creative';
import { inspectContent } from './inspect-content';

export interface CreateCreativeParams {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly name: string;
  readonly type: CreativeType;
  /** Required where the content does not tell it: html and direct. */
  readonly scope?: string;
  readonly content: Buffer;
}

/**
 * Adds an active creative to a campaign. Type and size are read from the content, never believed.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, `VALIDATION_FAILED` when the content is not
 * what the campaign's medium and vendor take.
 */
export async function createCreative(
  ctx: ServiceContext,
  params: CreateCreativeParams,
): Promise<Creative> {
  const { advertiserId, campaignId, name, type, content } = params;
  const campaign = await ctx.campaigns.findOwned(advertiserId, campaignId);
  if (!campaign) throw new AppError('NOT_FOUND', `campaign ${campaignId} not found`);
  const formats = findFormats(ctx.taxonomy.current, campaign.medium, campaign.vendor) ?? [];
  const inspected = inspectContent({ type, content, scope: params.scope ?? null, formats });
  const details: Record<string, readonly string[]> = { ...inspected.problems };
  if (name.length < 1 || name.length > 255) details.name = ['must have 1 to 255 characters'];
  if (inspected.format === null || Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
  return ctx.creatives.insert(
    {
      id: params.id ?? ctx.randomBytes(16).toString('hex'),
      campaignId,
      advertiserId,
      name,
      status: 'active',
      type,
      ...inspected.format,
      hash: createHash('sha1').update(content).digest('hex'),
      byteLength: content.length,
      keywords: {},
    },
    content,
  );
}

/** The bytes that find's `hash` is the SHA-1 of, and what to serve them as. */
export interface CreativeContent {
  readonly mime: string;
  readonly type: CreativeType;
  /** SHA-1, 40 lower-case hex. */
  readonly hash: string;
  readonly bytes: Buffer;
}

/**
 * The content of a creative that is not deleted, whatever its status.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function getCreativeContent(
  ctx: ServiceContext,
  id: string,
): Promise<CreativeContent> {
  const cached = ctx.creativeContents.get(id);
  if (cached) return cached;
  const [creative, bytes] = await Promise.all([
    ctx.creatives.findById(id),
    ctx.creatives.findBytes(id),
  ]);
  if (!creative || !bytes) throw new AppError('NOT_FOUND', `creative ${id} not found`);
  const { mime, type, hash } = creative;
  const content = { mime, type, hash, bytes };
  ctx.creativeContents.set(id, content);
  return content;
}
