import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP, and the lies that it may tell. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | string;
  /** Said instead of the real size. */
  readonly claimedSize?: number;
  /** Said instead of the real checksum. */
  readonly claimedCrc?: number;
  /** Mode on Unix, e.g. 0o120777 for a link. */
  readonly mode?: number;
  readonly isEncrypted?: boolean;
  /** Default true; false: the name is in UTF-8, and nothing says so, as many programs write it. */
  readonly saysUtf8?: boolean;
}

/** A ZIP of these entries, deflated, with the names as they are given. @see PKWARE APPNOTE 4.3 */
export function aZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    const utf8Flag = entry.saysUtf8 === false ? 0 : 0x800;
    facts.writeUInt16LE(utf8Flag | (entry.isEncrypted === true ? 1 : 0), 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(entry.claimedCrc ?? crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // 3: made on Unix, so that the mode counts.
    centrals.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), facts, rest, name]),
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}

/** A box of an ISO base media file. */
export function aBox(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A setup of H.264: its profile, High unless another is named. */
export const anAvcSetup = (profile = 100): Buffer =>
  aBox('avcC', Buffer.from([1, profile, 0, 30, 0xff, 0xe0, 0]));

/** A box with the setup of a stream, of MPEG-4 systems' number for its codec: 0x40 is AAC, 0x20 MPEG-4 part 2. */
export function anEsds(codec: number): Buffer {
  // Lengths in four bytes, as most tools write them.
  const start = [3, 0x80, 0x80, 0x80, 22, 0, 1, 0];
  return aBox(
    'esds',
    Buffer.from([0, 0, 0, 0, ...start, 4, 0x80, 0x80, 0x80, 13, codec]),
    Buffer.alloc(12),
  );
}

/** A sample description of pictures. */
export function aVideoSample(size: string, codec = 'avc1', setup = anAvcSetup()): Buffer {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const sample = Buffer.alloc(78);
  sample.writeUInt16BE(width, 24);
  sample.writeUInt16BE(height, 26);
  return aBox(codec, sample, setup);
}

/** A sample description of sound. */
export const aSoundSample = (codec = 'mp4a', setup = anEsds(0x40)): Buffer =>
  aBox(codec, Buffer.alloc(28), setup);

export interface TrackOptions {
  readonly samples?: readonly Buffer[];
  /** A turn of the pictures, clockwise. */
  readonly turn?: 0 | 90 | 180 | 270;
}

/** One track of an MP4: of pictures unless another handler is named. */
export function aTrack(
  size: string,
  handler = 'vide',
  {
    samples = [handler === 'vide' ? aVideoSample(size) : aSoundSample()],
    turn = 0,
  }: TrackOptions = {},
): Buffer {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const header = Buffer.alloc(84);
  const angle = (turn / 180) * Math.PI;
  const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
  for (const [at, cell] of [cos, sin, 0, -sin, cos].entries())
    header.writeInt32BE(cell * 65_536, 40 + 4 * at);
  header.writeUInt32BE(width * 65_536, 76);
  header.writeUInt32BE(height * 65_536, 80);
  const handlerBody = Buffer.alloc(24);
  handlerBody.write(handler, 8, 'latin1');
  const descriptions = Buffer.alloc(8);
  descriptions.writeUInt32BE(samples.length, 4);
  return aBox(
    'trak',
    aBox('tkhd', header),
    aBox(
      'mdia',
      aBox('hdlr', handlerBody),
      aBox('minf', aBox('stbl', aBox('stsd', descriptions, ...samples))),
    ),
  );
}

/** An MP4 of these tracks; what is in its pictures, nobody looks at. */
export function anMp4(
  size = '300x250',
  { brand = 'isom', tracks = [aTrack(size), aTrack('0x0', 'soun')] } = {},
): Buffer {
  return Buffer.concat([
    aBox('ftyp', Buffer.from(`${brand}\0\0\0\0isom`, 'latin1')),
    aBox('moov', aBox('mvhd', Buffer.alloc(100)), ...tracks),
    aBox('mdat', Buffer.alloc(2_000, 7)),
  ]);
}

/** Binary glTF of a document. */
export function aGlb(document: unknown = { asset: { version: '2.0' } }): Buffer {
  const text = JSON.stringify(document);
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = Buffer.alloc(20);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + json.length, 8);
  head.writeUInt32LE(json.length, 12);
  head.write('JSON', 16, 'latin1');
  return Buffer.concat([head, json]);
}

/** A chunk of a VOX model. */
export function aVoxChunk(id: string, content: Buffer, children = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(12);
  head.write(id, 'latin1');
  head.writeUInt32LE(content.length, 4);
  head.writeUInt32LE(children.length, 8);
  return Buffer.concat([head, content, children]);
}

/** A VOX model of one voxel, or of these chunks. */
export function aVox(
  chunks: readonly Buffer[] = [
    aVoxChunk('SIZE', Buffer.from('010000000100000001000000', 'hex')),
    aVoxChunk('XYZI', Buffer.from('0100000000000001', 'hex')),
  ],
): Buffer {
  const version = Buffer.alloc(4);
  version.writeUInt32LE(150);
  return Buffer.concat([
    Buffer.from('VOX '),
    version,
    aVoxChunk('MAIN', Buffer.alloc(0), Buffer.concat(chunks)),
  ]);
}

/** A document with this in its body. */
export function aDocument(body = '<p>Buy</p>', head = ''): string {
  return `<!doctype html><html><head><title>Ad</title>${head}</head><body>${body}</body></html>`;
}
