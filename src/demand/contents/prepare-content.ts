import type { CreativeType } from '../creatives/creative.resource';
import { fitsNear, nearestScopes, parseScope } from '../../sizes';
import type { Format } from '../taxonomy/taxonomy';
import { type Content, type Inspected, maxUploadBytes } from './content';
import type { ContentWorkers } from './content-workers';
import { inspectDirectLink } from './direct-content';
import { inspectImage } from './image-content';
import type { DocumentParts } from './document-parts';
import { readWithOutsideParts } from './outside-parts';
import { refuseContent } from './refuse-content';

export interface PrepareContentParams {
  readonly type: CreativeType;
  readonly bytes: Buffer;
  /** Believed only where the bytes do not tell it: html and direct. */
  readonly scope: string | null;
  /** Formats that the medium and vendor accept. */
  readonly formats: readonly Format[];
  readonly documentParts: DocumentParts;
  readonly workers: ContentWorkers;
}

/**
 * Reads what bytes are from themselves, holds that against what a medium takes, and makes of them what will be served.
 *
 * @throws {AppError} `VALIDATION_FAILED` with `content`, `type` or `scope` in its details.
 */
export async function prepareContent(params: PrepareContentParams): Promise<Content> {
  const { type, bytes, formats } = params;
  const format = formats.find((candidate) => candidate.type === type);
  if (!format) return refuseContent('type', 'is not offered by this medium');
  if (bytes.length > maxUploadBytes[type])
    refuseContent('content', `must have at most ${maxUploadBytes[type]} bytes`);
  if (bytes.length === 0 && type !== 'direct') refuseContent('content', 'must not be empty');
  const assertOffered = (scope: string) => {
    if (!isOffered(type, scope, format.scopes))
      refuseContent('scope', describeOffered(scope, format.scopes));
  };
  const inspected = await inspect(params, assertOffered);
  const { mime, scope } = inspected;
  if (!format.mimes.includes(mime))
    refuseContent('content', `is ${mime}; this medium takes ${format.mimes.join(', ')}`);
  if (scope === null) return refuseContent('scope', 'is required for this type');
  assertOffered(scope);
  return { mime, scope, bytes: inspected.bytes };
}

function inspect(
  { type, bytes, scope, documentParts, workers }: PrepareContentParams,
  assertOffered: (scope: string) => void,
): Inspected | Promise<Inspected> {
  switch (type) {
    case 'image':
      return inspectImage(bytes, assertOffered);
    case 'direct':
      return inspectDirectLink(bytes, scope);
    case 'html':
    case 'video':
    case 'model': {
      const { allowedOrigins, fetchHosts, fetchPart } = documentParts;
      return readWithOutsideParts(fetchPart, (outside) =>
        workers.inspect({
          ...{ type, bytes: new Uint8Array(bytes), scope },
          ...{ allowedOrigins, fetchHosts, outside },
        }),
      );
    }
  }
}

/** Videos are scaled: it is enough for them to be near a size that the medium has. */
function isOffered(type: CreativeType, scope: string, offered: readonly string[]): boolean {
  if (offered.includes(scope)) return true;
  const size = parseScope(scope);
  return (
    type === 'video' &&
    size !== null &&
    offered.some((other) => {
      const box = parseScope(other);
      return box !== null && fitsNear(box, size);
    })
  );
}

const mostNamed = 3;

/** Tells what is taken in the place of a size that is not: an image can be cut, or made anew. */
function describeOffered(scope: string, offered: readonly string[]): string {
  const named = nearestScopes(scope, offered).slice(0, mostNamed).join(', ');
  return `${scope.slice(0, 32)} is not a size that this medium takes; the nearest are ${named}`;
}
