import { imageSize } from 'image-size';
import type { Format } from '../taxonomy/taxonomy';
import { fitsNear, parseScope } from '../selection/sizes';
import type { CreativeType } from './creative';

/** Largest content of a type, in bytes (reference facts 6.3). */
const maxBytes: Readonly<Record<CreativeType, number>> = {
  image: 524_288,
  video: 1_048_576,
  html: 524_288,
  direct: 1_024,
  model: 1_048_576,
};

const imageMimes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export interface InspectedContent {
  /** What the bytes are; null when `problems` says why they cannot be taken. */
  readonly format: { readonly mime: string; readonly scope: string } | null;
  /** By the names of the parameters: `content`, `type`, `scope`. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

const refuse = (field: string, problem: string): InspectedContent => ({
  format: null,
  problems: { [field]: [problem] },
});

/** Reads what a content is from its bytes and holds it against the formats that a medium takes. Pure. */
export function inspectContent(params: {
  readonly type: CreativeType;
  readonly content: Buffer;
  readonly scope: string | null;
  readonly formats: readonly Format[];
}): InspectedContent {
  const { type, content, formats } = params;
  const format = formats.find((candidate) => candidate.type === type);
  if (!format) return refuse('type', 'is not offered by this medium');
  if (content.length > maxBytes[type])
    return refuse('content', `must have at most ${maxBytes[type]} bytes`);
  if (content.length === 0 && type !== 'direct') return refuse('content', 'must not be empty');
  const sniffed = sniff(type, content, params.scope);
  if (!sniffed) return refuse('content', `is not a readable ${type}`);
  if (!format.mimes.includes(sniffed.mime))
    return refuse('content', `is ${sniffed.mime}; this medium takes ${format.mimes.join(', ')}`);
  const { scope } = sniffed;
  if (scope === null) return refuse('scope', 'is required for this type');
  if (!isOffered(type, scope, format.scopes))
    return refuse('scope', `${scope} is not a size that this medium takes`);
  return { format: { mime: sniffed.mime, scope }, problems: {} };
}

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

function sniff(
  type: CreativeType,
  content: Buffer,
  scope: string | null,
): { readonly mime: string; readonly scope: string | null } | null {
  switch (type) {
    case 'image':
      return sniffImage(content);
    case 'html':
      return /<body[\s>]/i.test(content.toString('utf8')) ? { mime: 'text/html', scope } : null;
    case 'direct':
      return { mime: 'text/plain', scope };
    case 'model':
      return sniffModel(content);
    case 'video':
      return content.toString('latin1', 4, 8) === 'ftyp' ? { mime: 'video/mp4', scope } : null;
  }
}

function sniffImage(content: Buffer): { readonly mime: string; readonly scope: string } | null {
  try {
    const { type, width, height } = imageSize(content);
    const mime = type === undefined ? undefined : imageMimes[type];
    return mime === undefined ? null : { mime, scope: `${width}x${height}` };
  } catch {
    // image-size throws for whatever it cannot read; to us that is one case.
    return null;
  }
}

function sniffModel(content: Buffer): { readonly mime: string; readonly scope: string } | null {
  const magic = content.toString('latin1', 0, 4);
  if (magic === 'glTF') return { mime: 'model/gltf-binary', scope: 'cube' };
  return magic === 'VOX ' ? { mime: 'model/voxel', scope: 'cube' } : null;
}
