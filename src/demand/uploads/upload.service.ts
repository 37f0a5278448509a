import { createHash } from 'node:crypto';
import { dayMs } from '../../time';
import { type Content, maxUploadBytes } from '../contents/content';
import { digestOf } from '../contents/digest';
import { prepareContent } from '../contents/prepare-content';
import { assertRoomFor } from '../creatives/account-room';
import { assertDiskHasRoom } from './free-disk';
import type { UploadContext } from './upload.context';
import type { CreativeContent } from '../creatives/creative-contents';
import type { CreativeType } from '../creatives/creative.resource';
import { AppError, invalid, notFound } from '../../errors';
import { createId } from '../../id';
import { findFormats, type Format } from '../taxonomy/taxonomy';
import { type ReceivedFile, readReceivedFile } from './received-file';
import type { Upload } from './upload';

/** How long an upload may wait for its use. @see docs/contract.md §4 */
const lifeMs = dayMs;
/** The bytes outlive it, so that one that is used in its last moment has them. */
const contentLifeMs = 2 * lifeMs;
/** Files of one advertiser that wait for their use. */
const maxWaiting = 1_000;

export interface CreateUploadParams {
  readonly advertiserId: string;
  readonly medium: string;
  /** null: for campaigns without a vendor. */
  readonly vendor: string | null;
  readonly type: CreativeType;
  readonly scope: string | null;
  /** null: an empty one. */
  readonly file: ReceivedFile | null;
}

/**
 * Checks a file by its bytes and stores what will be served of it. Files are looked at a few at a time, in memory.
 *
 * @throws {AppError} `VALIDATION_FAILED`, the file's problems under `file`; `TOO_MANY_REQUESTS` when too many files
 * wait for their use; `PAYLOAD_TOO_LARGE`; `SERVICE_UNAVAILABLE` when too many are being looked at.
 * @see docs/contract.md §4
 */
export async function createUpload(
  ctx: UploadContext,
  params: CreateUploadParams,
): Promise<Upload> {
  const { advertiserId, medium, vendor, type, scope, file } = params;
  const formats = getFormats(ctx, medium, vendor);
  const now = ctx.now();
  if ((await ctx.uploads.count(advertiserId, now, maxWaiting)) >= maxWaiting)
    throw new AppError('TOO_MANY_REQUESTS', `${maxWaiting} uploads are waiting to be used`, {
      retryAfterSeconds: 3_600,
    });
  await assertDiskHasRoom(ctx.config);
  return ctx.contentTurns.run(async () => {
    const bytes = file ? await readReceivedFile(file, maxUploadBytes[type]) : Buffer.alloc(0);
    if (bytes === null)
      throw invalid({ file: [`must have at most ${maxUploadBytes[type]} bytes`] });
    const content = await prepare(ctx, { type, bytes, scope, formats });
    await assertRoomFor(ctx, {
      advertiserId,
      byteLengths: [content.bytes.length],
      member: 'file',
    });
    await ctx.contents.put([content.bytes], new Date(now.getTime() + contentLifeMs));
    const upload: Upload = {
      id: createId(ctx),
      advertiserId,
      medium,
      vendor,
      type,
      mime: content.mime,
      scope: content.scope,
      contentId: digestOf(content.bytes),
      hash: createHash('sha1').update(content.bytes).digest('hex'),
      byteLength: content.bytes.length,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    };
    await ctx.uploads.insert(upload);
    return upload;
  });
}

/** Where an upload shows itself. */
export function previewUrlOf(
  ctx: UploadContext,
  { id, type }: Pick<Upload, 'id' | 'type'>,
): string {
  return `${ctx.serveUrl}/upload-preview/${type}/${id}`;
}

/**
 * Finds an upload's content, for anybody who has its URL.
 * @throws {AppError} `NOT_FOUND` also for one that was used or has expired.
 */
export async function getUploadContent(
  ctx: UploadContext,
  params: { readonly id: string; readonly type: string },
): Promise<CreativeContent> {
  const upload = await ctx.uploads.findById(params.id, ctx.now());
  const bytes = upload?.type === params.type ? await ctx.contents.find(upload.contentId) : null;
  if (!upload || !bytes) throw notFound('upload', params.id);
  const { mime, type, hash } = upload;
  return { mime, type, hash, bytes };
}

function getFormats(ctx: UploadContext, medium: string, vendor: string | null): readonly Format[] {
  const taxonomy = ctx.taxonomy.current;
  const formats = findFormats(taxonomy, medium, vendor);
  if (formats) return formats;
  throw invalid(
    findFormats(taxonomy, medium, null)
      ? { vendor: [`is not known of ${medium}`] }
      : { medium: ['is not known'] },
  );
}

async function prepare(
  ctx: UploadContext,
  params: Pick<Parameters<typeof prepareContent>[0], 'type' | 'bytes' | 'scope' | 'formats'>,
): Promise<Content> {
  try {
    return await prepareContent({
      ...params,
      documentParts: ctx.documentParts,
      workers: ctx.contentWorkers,
    });
  } catch (error) {
    if (!(error instanceof AppError) || !error.details?.content) throw error;
    const { content, ...others } = error.details;
    const message = error.message.replace(/\bcontent (?=\S)/, 'file ');
    throw invalid({ file: content, ...others }, { cause: error, message });
  }
}
