import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import type { CreativeType } from './creative';

/** The bytes that find's `hash` is the SHA-1 of, and what to serve them as. */
export interface CreativeContent {
  readonly mime: string;
  readonly type: CreativeType;
  /** SHA-1, 40 lower-case hex. */
  readonly hash: string;
  readonly bytes: Buffer;
}

/**
 * The content of a creative that is not deleted, nor its campaign, whatever their status.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function getCreativeContent(
  ctx: ServiceContext,
  id: string,
): Promise<CreativeContent> {
  const cached = ctx.creativeContents.get(id);
  if (cached) return cached;
  const readAt = ctx.creativeContents.age;
  const creative = await ctx.creatives.findContent(id);
  const [bytes, campaign] = creative
    ? await Promise.all([
        ctx.contents.find(creative.contentId),
        // Where a deletion was cut off, the campaign is gone and its creatives are not.
        ctx.campaigns.findOwned(creative.advertiserId, creative.campaignId),
      ])
    : [null, null];
  if (!creative || !bytes || !campaign) throw new AppError('NOT_FOUND', `creative ${id} not found`);
  const { mime, type, hash } = creative;
  const content = { mime, type, hash, bytes };
  ctx.creativeContents.set(id, content, readAt);
  return content;
}

/** Where a content is served; `hash` makes it a URL of its own for each content. */
export function serveUrlOf(ctx: ServiceContext, creative: { id: string; hash: string }): string {
  return `${ctx.serveUrl}/serve/x${creative.id}.doc?v=${creative.hash.slice(0, 4)}`;
}
