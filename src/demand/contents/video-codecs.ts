import type { Box } from './mp4-boxes';
import { refuseContent } from './refuse-content';

/** Names of codecs by the types of sample descriptions. */
const foreign: Readonly<Record<string, string>> = {
  hvc1: 'HEVC',
  hev1: 'HEVC',
  dvh1: 'Dolby Vision',
  dvhe: 'Dolby Vision',
  jpeg: 'Motion JPEG',
  mjpa: 'Motion JPEG',
  mjpb: 'Motion JPEG',
  s263: 'H.263',
  h263: 'H.263',
  apcn: 'ProRes',
  apch: 'ProRes',
  apcs: 'ProRes',
  apco: 'ProRes',
  ap4h: 'ProRes',
  encv: 'an encrypted codec',
  enca: 'an encrypted codec',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  'ac-4': 'AC-4',
  dtsc: 'DTS',
  dtsh: 'DTS',
  dtsl: 'DTS',
  dtse: 'DTS',
  alac: 'ALAC',
  samr: 'AMR',
  sawb: 'AMR',
};
/** Names of codecs by object types of MPEG-4 systems. @see ISO/IEC 14496-1, 7.2.6.6 */
const objectTypes: Readonly<Record<number, string>> = {
  0x20: 'MPEG-4 part 2',
  0x60: 'MPEG-2',
  0x61: 'MPEG-2',
  0x62: 'MPEG-2',
  0x63: 'MPEG-2',
  0x64: 'MPEG-2',
  0x65: 'MPEG-2',
  0x6a: 'MPEG-1',
  0x6c: 'Motion JPEG',
  0xa5: 'AC-3',
  0xa6: 'E-AC-3',
  0xa9: 'DTS',
};
/** AAC of MPEG-4 and MPEG-2, and MP3. */
const playedSounds: readonly number[] = [0x40, 0x66, 0x67, 0x68, 0x69, 0x6b];
/** Profiles of 8 bits and 4:2:0: Baseline, Main, High. */
const playedProfiles: readonly number[] = [66, 77, 100];
const foreignProfiles: Readonly<Record<number, string>> = {
  88: 'Extended',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4',
};

/**
 * Refuses a description of samples that Chrome, Firefox and Safari do not all play: H.264, VP9 and AV1 in 8 bits and
 * 4:2:0 pass; AAC, MP3, Opus and FLAC pass.
 *
 * @throws {AppError} `VALIDATION_FAILED` with the name of the codec.
 */
export function refuseForeignCodec(handler: 'vide' | 'soun', entry: Box): void {
  const codec = handler === 'vide' ? foreignPictures(entry) : foreignSound(entry);
  if (codec !== null)
    return refuseContent('content', `has a codec that browsers do not play: ${codec}`);
}

/** The name of a codec of pictures; null where browsers play them. */
function foreignPictures(entry: Box): string | null {
  // Boxes follow the members of every description of pictures.
  const boxAt = 78;
  switch (entry.type) {
    case 'avc1':
    case 'avc3':
      return foreignAvc(setupOf(entry.body, boxAt, 'avcC', 2));
    case 'vp09':
      return foreignVp9(setupOf(entry.body, boxAt, 'vpcC', 7));
    case 'av01':
      return foreignAv1(setupOf(entry.body, boxAt, 'av1C', 3));
    case 'mp4v':
      return nameOfObjectType(entry, objectTypeOf(entry.body, boxAt));
    default:
      return nameOf(entry.type);
  }
}

/** The name of a codec of sound; null where browsers play it. */
function foreignSound(entry: Box): string | null {
  if (entry.type === 'Opus' || entry.type === 'fLaC' || entry.type === '.mp3') return null;
  if (entry.type !== 'mp4a') return nameOf(entry.type);
  const objectType = objectTypeOf(entry.body, 28);
  // QuickTime has the setup elsewhere, and AAC alone under this name.
  if (objectType === null || playedSounds.includes(objectType)) return null;
  return nameOfObjectType(entry, objectType);
}

/** @see ISO/IEC 14496-15, 5.3.3.1 */
function foreignAvc(setup: Buffer): string | null {
  const profile = setup.readUInt8(1);
  if (playedProfiles.includes(profile)) return null;
  return `H.264 ${foreignProfiles[profile] ?? `profile ${profile}`}`;
}

/** Depth and chroma of the VP codec configuration box of WebM's binding to MP4. */
function foreignVp9(setup: Buffer): string | null {
  const format = setup.readUInt8(6);
  return foreignFormat('VP9', format >> 4, ['4:2:0', '4:2:0', '4:2:2', '4:4:4'][(format >> 1) & 7]);
}

/** Bits of the AV1 codec configuration record: high depth, twelve bits, one colour, chroma halved in x and y. */
function foreignAv1(setup: Buffer): string | null {
  const flags = setup.readUInt8(2);
  const highDepth = flags & 0x20 ? 12 : 10;
  const chroma = flags & 0x08 ? (flags & 0x04 ? '4:2:0' : '4:2:2') : '4:4:4';
  return foreignFormat('AV1', flags & 0x40 ? highDepth : 8, chroma);
}

function foreignFormat(codec: string, bits: number, chroma = 'an unknown form'): string | null {
  if (bits !== 8) return `${codec} in ${bits} bits`;
  return chroma === '4:2:0' ? null : `${codec} in ${chroma}`;
}

function nameOf(type: string): string {
  return foreign[type] ?? (/^[ -~]{4}$/.test(type) ? `"${type}"` : 'an unnamed codec');
}

function nameOfObjectType(entry: Box, objectType: number | null): string {
  return (objectType === null ? null : objectTypes[objectType]) ?? nameOf(entry.type);
}

function setupOf(body: Buffer, from: number, type: string, atLeast: number): Buffer {
  const setup = findBox(body, from, type);
  if (!setup || setup.length < atLeast) return refuseContent('content', 'has a broken video track');
  return setup;
}

/** The type that an elementary stream's descriptor tells; null without one. @see ISO/IEC 14496-1, 7.2.6.5 */
function objectTypeOf(body: Buffer, from: number): number | null {
  const stream = findBox(body, from, 'esds')?.subarray(4);
  if (stream?.[0] !== 3) return null;
  const start = afterLength(stream, 1);
  const flags = stream[start + 2] ?? 0;
  let at = start + 3;
  if (flags & 0x80) at += 2;
  if (flags & 0x40) at += 1 + (stream[at] ?? 0);
  if (flags & 0x20) at += 2;
  return stream[at] === 4 ? (stream[afterLength(stream, at + 1)] ?? null) : null;
}

/** Lengths have seven bits a byte, four bytes at most. */
function afterLength(stream: Buffer, from: number): number {
  let at = from;
  while (at < from + 3 && (stream[at] ?? 0) & 0x80) at++;
  return at + 1;
}

/** A box among those of a description. QuickTime ends them with four bytes that are no box. */
function findBox(body: Buffer, from: number, type: string): Buffer | null {
  let at = from;
  while (at + 8 <= body.length) {
    const size = body.readUInt32BE(at);
    if (size < 8 || size > body.length - at) return null;
    if (body.toString('latin1', at + 4, at + 8) === type) return body.subarray(at + 8, at + size);
    at += size;
  }
  return null;
}
