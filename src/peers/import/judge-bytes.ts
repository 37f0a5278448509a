import { createHash } from 'node:crypto';
import type { ContentWorkers } from '../../demand/contents/content-workers';
import { inspectDirectLink } from '../../demand/contents/direct-content';
import { inspectImage } from '../../demand/contents/image-content';
import { AppError } from '../../errors';
import type { FetchedFile } from '../../platform/egress/read-answer';
import type { ListedCreative } from './listed-creative';

/** Why a creative of a peer is not for sale for good: its bytes are not what the peer’s list says. */
export type UntrueReason = 'other_bytes' | 'other_mime' | 'other_size' | 'unreadable';

type Claims = Pick<ListedCreative, 'type' | 'mime' | 'scope' | 'hash'>;
type Fetched = Extract<FetchedFile, { readonly bytes: Buffer }>;

/** @returns null where bytes, MIME type and size are as the peer lists them. */
export async function judgeBytes(
  claims: Claims,
  file: Fetched,
  workers: ContentWorkers,
): Promise<UntrueReason | null> {
  const hash = createHash('sha1').update(file.bytes).digest('hex');
  if (hash !== claims.hash) return 'other_bytes';
  try {
    const { mime, scope } = await read(claims, file, workers);
    if (mime !== claims.mime) return 'other_mime';
    return scope === null || scope === claims.scope ? null : 'other_size';
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return 'unreadable';
    throw error;
  }
}

/** Reads what bytes are from themselves where they tell it; a document is what its server calls it. */
async function read(
  { type, mime, scope }: Claims,
  file: Fetched,
  workers: ContentWorkers,
): Promise<{ readonly mime: string; readonly scope: string | null }> {
  switch (type) {
    case 'image':
      return inspectImage(file.bytes, () => undefined);
    case 'direct':
      inspectDirectLink(file.bytes, scope);
      return { mime, scope: null };
    case 'html':
      return { mime: file.mime, scope: null };
    case 'video':
    case 'model':
      return inspect(type, file.bytes, workers);
  }
}

async function inspect(type: 'video' | 'model', bytes: Buffer, workers: ContentWorkers) {
  const own = new Uint8Array(bytes);
  const inspected = await workers.inspect({
    ...{ type, bytes: own, scope: null, allowedOrigins: [], fetchHosts: [], outside: new Map() },
  });
  if ('wanted' in inspected) throw new Error('a video and a model have no parts outside');
  return inspected;
}
