import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { aPng } from '../../support/campaigns';
import { anMp4, aZip } from '../../support/contents';

/** An upload that no reader of its type should take, or that must do no harm where it is taken. */
export type HostileCase = readonly [what: string, content: Buffer];

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250">${inside}</svg>`);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A PNG that says one size and has whatever data. */
function pngOf(width: number, height: number, data: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of frames of one colour. */
function aGif(width: number, height: number, frames = 1, comment = ''): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  // One pixel, whatever the screen: 2 bits to a code, clear, colour 0, end.
  const frame = Buffer.from('2c00000000010001000002024401003b', 'hex').subarray(0, -1);
  const text =
    comment === ''
      ? []
      : [Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])];
  return Buffer.concat([
    head,
    ...text,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

const jpegHead = (width: number, height: number) => {
  const frame = Buffer.from('ffd8ffc0000b08000000000101110 0'.replace(' ', ''), 'hex');
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, Buffer.from('ffda0008010100003f00', 'hex'), Buffer.alloc(50)]);
};

function webpHead(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('RIFF', 'latin1');
  bytes.writeUInt32LE(52, 4);
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

/** A progressive JPEG of one colour that sends its coefficients as often as that, 12 bytes each time. */
function aJpegOfScans(scans: number): Buffer {
  const frame = Buffer.from('ffc2000b0800fa012c01011100', 'hex');
  const table = (kind: string, symbol: string) => `ffc40014${kind}01${'00'.repeat(15)}${symbol}`;
  return Buffer.concat([
    Buffer.from('ffd8ffdb004300', 'hex'),
    Buffer.alloc(64, 1),
    frame,
    Buffer.from(`${table('00', '00')}${table('10', 'e0')}ffda0008010100000000`, 'hex'),
    // One bit for each of its 38 x 32 blocks; each later scan is one run to their end.
    Buffer.alloc((38 * 32) / 8),
    ...Array.from({ length: scans }, () => Buffer.from('ffda0008010100013f000001', 'hex')),
    Buffer.from('ffd9', 'hex'),
  ]);
}

const png = aPng('300x250');
const wrongCrc = Buffer.from(png);
wrongCrc[30] = wrongCrc[30]! ^ 0xff;
const rows = Buffer.alloc(301 * 250);

export const refusedImages: readonly HostileCase[] = [
  ['a text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0x89])],
  ['random bytes', Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 251))],
  ['an HTML document', Buffer.from('<html><body><script>alert(1)</script></body></html>')],
  ['an SVG with a script', svg('<script>alert(1)</script>')],
  ['an SVG with a handler', svg('<rect onload="alert(1)"/>')],
  ['an SVG with a foreign object', svg('<foreignObject><iframe src="/"/></foreignObject>')],
  ['an SVG that reads a file', svg('<image href="file:///etc/passwd"/>')],
  ['an SVG that loads a page', svg('<image href="http://127.0.0.1:1/x"/>')],
  ['an SVG behind a prolog', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg('')])],
  ['a packed SVG', gzipSync(svg('<script>alert(1)</script>'))],
  [
    'an XML bomb',
    Buffer.from(
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><svg>&c;</svg>',
    ),
  ],
  [
    'an XML with a foreign entity',
    Buffer.from('<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>')],
  ['a TIFF', Buffer.from('49492a0008000000000000000000', 'hex')],
  ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
  ['an icon', Buffer.from('00000100010010100000010020006804000016000000', 'hex')],
  ['an AVIF', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif\0\0\0\0avifmif1')])],
  ['a Photoshop file', Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(40)])],
  ['a script for an image tool', Buffer.from('push graphic-context\nfill url(file:///etc/passwd)')],
  ['a ZIP', aZip([{ name: 'a.png', content: png }])],
  ['an MP4', anMp4()],
  ['a GIF that is a script', Buffer.from('GIF89a=1;alert(document.cookie);//')],
  ['a GIF of nothing but its name', Buffer.from('GIF89a')],
  ['a JPEG of nothing but its mark', Buffer.from('ffd8ff', 'hex')],
  ['a PNG of nothing but its mark', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a WebP of nothing but its mark', Buffer.from('RIFF\0\0\0\0WEBP')],
  ['a PNG that says 30,000 x 30,000', pngOf(30_000, 30_000, deflateSync(Buffer.alloc(100)))],
  ['a PNG that says 2^31 x 2^31', pngOf(0x7fffffff, 0x7fffffff, deflateSync(rows))],
  ['a GIF that says 30,000 x 30,000', aGif(30_000, 30_000)],
  ['a JPEG that says 30,000 x 30,000', jpegHead(30_000, 30_000)],
  ['a WebP that says 30,000 x 30,000', webpHead(30_000, 30_000)],
  ['a PNG without a width', pngOf(0, 250, deflateSync(rows))],
  ['a GIF without a height', aGif(300, 0)],
  ['a PNG cut in its header', png.subarray(0, 20)],
  ['a PNG cut in its data', png.subarray(0, png.length - 30)],
  ['a PNG with a wrong checksum', wrongCrc],
  ['a PNG whose data is no data', pngOf(300, 250, Buffer.from('not deflated'))],
  ['a PNG with half of its rows', pngOf(300, 250, deflateSync(rows.subarray(0, 301 * 125)))],
  ['a PNG of a size that nobody takes', aPng('301x250')],
  ['600 KB', Buffer.concat([png, Buffer.alloc(600_000)])],
  ['a JPEG of 20,000 scans', aJpegOfScans(20_000)],
  ['a GIF of 20,000 frames', aGif(300, 250, 20_000)],
];

export const harmlessImages: readonly HostileCase[] = [
  ['a JPEG of 90 scans', aJpegOfScans(90)],
  ['a PNG with a document behind it', Buffer.concat([png, Buffer.from('<script>hit()</script>')])],
  ['a PNG with a ZIP behind it', Buffer.concat([png, aZip([{ name: 'a', content: 'b' }])])],
  ['a GIF with a script in a comment', aGif(300, 250, 1, '<script>hit()</script>')],
  [
    'a PNG with a script in its text',
    pngOf(300, 250, deflateSync(rows), [
      chunk('tEXt', Buffer.from('Comment\0<script>hit()</script>')),
    ]),
  ],
  [
    'a PNG with a bomb in its packed text',
    pngOf(300, 250, deflateSync(rows), [
      chunk(
        'zTXt',
        Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))]),
      ),
    ]),
  ],
];
