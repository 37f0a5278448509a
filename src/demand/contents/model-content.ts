import { isUtf8 } from 'node:buffer';
import { cubeScope } from '../../sizes';
import { isRecord } from '../../record';
import type { Inspected } from './content';
import { refuseContent } from './refuse-content';

const maxVoxelChunks = 10_000;

/**
 * Reads a three-dimensional model by its first bytes: binary glTF, or MagicaVoxel's VOX.
 *
 * @throws {AppError} `VALIDATION_FAILED` for anything else, and for a model that is cut short or loads other files.
 */
export function inspectModel(bytes: Buffer): Inspected {
  const magic = bytes.toString('latin1', 0, 4);
  if (magic === 'glTF') return inspectBinaryGltf(bytes);
  if (magic === 'VOX ') return inspectVoxels(bytes);
  return refuseContent('content', 'is neither binary glTF nor VOX');
}

/** @see glTF 2.0 §4.4: header of 12 bytes, a chunk of JSON, perhaps one of binary data; all little-endian. */
function inspectBinaryGltf(bytes: Buffer): Inspected {
  const broken = (cause?: unknown) => refuseContent('content', 'is not a whole glTF model', cause);
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== 2 || bytes.readUInt32LE(8) !== bytes.length)
    return broken();
  const jsonLength = bytes.readUInt32LE(12);
  if (bytes.toString('latin1', 16, 20) !== 'JSON' || jsonLength > bytes.length - 20)
    return broken();
  const json = bytes.subarray(20, 20 + jsonLength);
  let at = 20 + jsonLength;
  if (at < bytes.length) {
    if (bytes.length - at < 8 || bytes.toString('latin1', at + 4, at + 8) !== 'BIN\0')
      return broken();
    at += 8 + bytes.readUInt32LE(at);
  }
  if (at !== bytes.length || !isUtf8(json)) return broken();
  let document: unknown;
  try {
    document = JSON.parse(json.toString());
  } catch (error) {
    return broken(error);
  }
  if (!isRecord(document) || !isRecord(document.asset) || document.asset.version !== '2.0')
    return broken();
  assertSelfContained(document);
  return { mime: 'model/gltf-binary', scope: cubeScope, bytes };
}

function assertSelfContained(document: Readonly<Record<string, unknown>>): void {
  for (const member of ['buffers', 'images']) {
    const parts = document[member] ?? [];
    if (!Array.isArray(parts)) refuseContent('content', 'is not a whole glTF model');
    const all: readonly unknown[] = parts;
    for (const part of all)
      if (isRecord(part) && part.uri !== undefined && !isDataUri(part.uri))
        refuseContent('content', 'must not load other files');
  }
}

const isDataUri = (uri: unknown): boolean =>
  typeof uri === 'string' && /^data:(application|image)\//i.test(uri);

/**
 * @see MagicaVoxel file format (`VOX `): a version, then one chunk MAIN that has all others as its children. A chunk
 * is 4 letters, the length of its content and of its children (32 bits each, little-endian), content, children.
 */
function inspectVoxels(bytes: Buffer): Inspected {
  const broken = () => refuseContent('content', 'is not a whole VOX model');
  if (bytes.length < 20 || bytes.toString('latin1', 8, 12) !== 'MAIN') return broken();
  const version = bytes.readUInt32LE(4);
  const start = 20 + bytes.readUInt32LE(12);
  if (version < 150 || version > 250 || start + bytes.readUInt32LE(16) !== bytes.length)
    return broken();
  const found = new Set<string>();
  let chunks = 0;
  let at = start;
  while (at < bytes.length) {
    chunks += 1;
    if (bytes.length - at < 12 || chunks > maxVoxelChunks) return broken();
    found.add(bytes.toString('latin1', at, at + 4));
    at += 12 + bytes.readUInt32LE(at + 4) + bytes.readUInt32LE(at + 8);
  }
  if (at !== bytes.length || !found.has('SIZE') || !found.has('XYZI')) return broken();
  return { mime: 'model/voxel', scope: cubeScope, bytes };
}
