import { carriesPolicy, documentPolicy, partDirectives } from '../contents/document-policy';
import type { CreativeContext } from './creative.context';
import { notFound } from '../../errors';
import type { CreativeContent } from './creative-contents';

/**
 * The content of a creative that is not deleted, nor its campaign, whatever their status.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function getCreativeContent(
  ctx: CreativeContext,
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
  if (!creative || !bytes || !campaign) throw notFound('creative', id);
  const { mime, type, hash } = creative;
  // Stored before policies stood in the bytes, which never change: it must be uploaded again.
  if (type === 'html' && !carriesPolicy(bytes)) throw notFound('creative', id);
  const content = { mime, type, hash, bytes };
  ctx.creativeContents.set(id, content, readAt);
  return content;
}

/** Where a content is served; `hash` makes it a URL of its own for each content. */
export function serveUrlOf(ctx: CreativeContext, creative: { id: string; hash: string }): string {
  return `${ctx.serveUrl}/serve/x${creative.id}.doc?v=${creative.hash.slice(0, 4)}`;
}

/** The policy of documents, as their own bytes have it: for the header beside them. */
export function documentPolicyOf(ctx: CreativeContext): string {
  return documentPolicy(ctx.config.documentOrigins);
}

/** Directives of pages that show documents, which inherit the page's policy. @param own sources of the page's own */
export function partDirectivesOf(
  ctx: Pick<CreativeContext, 'config'>,
  own: Parameters<typeof partDirectives>[1],
): readonly string[] {
  return partDirectives(ctx.config.documentOrigins, own);
}
