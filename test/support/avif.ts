import sharp from 'sharp';
import { aBox } from './contents';

/** A property of an AVIF's picture: `irot` turns it by so many quarters against the clock, `imir` mirrors it. */
export type AvifProperty = readonly [type: 'irot' | 'imir', value: number];

export interface AvifOptions {
  readonly properties?: readonly AvifProperty[];
  readonly brands?: readonly string[];
  /** Said of the picture instead of its size. */
  readonly said?: readonly [width: number, height: number];
}

const uint = (bytes: number, value: number): Buffer => {
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(value, 0, bytes);
  return written;
};
const full = (type: string, ...parts: readonly Buffer[]): Buffer =>
  aBox(type, Buffer.alloc(4), ...parts);

/** An AVIF of one colour whose boxes are ours; its picture is coded by the real library. @see ISO/IEC 23008-12, 9.3 */
export async function anAvif(
  size: string,
  { properties = [], brands = ['avif', 'mif1', 'miaf'], said }: AvifOptions = {},
): Promise<Buffer> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const made = await sharp({ create: { width, height, channels: 3, background: '#1ec81e' } })
    .avif({ effort: 0 })
    .toBuffer();
  const mdat = made.indexOf('mdat');
  const coded = made.subarray(mdat + 4, mdat - 4 + made.readUInt32BE(mdat - 4));
  const setup = made.indexOf('av1C');
  const av1C = made.subarray(setup - 4, setup - 4 + made.readUInt32BE(setup - 4));
  const [saidWidth, saidHeight] = said ?? [width, height];
  const ipco = aBox(
    'ipco',
    av1C,
    full('ispe', uint(4, saidWidth), uint(4, saidHeight)),
    ...properties.map(([type, value]) => aBox(type, uint(1, value))),
  );
  const count = 2 + properties.length;
  // Essential, all but the size.
  const links = Array.from({ length: count }, (_, at) => uint(1, at + 1 + (at === 1 ? 0 : 0x80)));
  const ipma = full('ipma', uint(4, 1), uint(2, 1), uint(1, count), ...links);
  const type = aBox('ftyp', Buffer.from(`${brands[0]}\0\0\0\0${brands.join('')}`, 'latin1'));
  const handler = full('hdlr', uint(4, 0), Buffer.from('pict'), Buffer.alloc(13));
  const item = aBox('infe', uint(4, 0x02_00_00_00), uint(2, 1), uint(2, 0), Buffer.from('av01\0'));
  const metaOf = (offset: number) =>
    full(
      'meta',
      handler,
      full('pitm', uint(2, 1)),
      full(
        'iloc',
        uint(2, 0x44_00),
        ...[1, 1, 0, 1].map((value) => uint(2, value)),
        uint(4, offset),
        uint(4, coded.length),
      ),
      full('iinf', uint(2, 1), item),
      aBox('iprp', ipco, ipma),
    );
  const offset = type.length + metaOf(0).length + 8;
  return Buffer.concat([type, metaOf(offset), aBox('mdat', coded)]);
}
