import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const bytesPerPixel = 3;

/**
 * Encodes 8-bit RGB pixels, row by row from the top left, as a PNG without metadata.
 *
 * @param pixels `width * height * 3` bytes
 * @see PNG specification, third edition: §5.3 chunks, §9 filtering, §11.2.1 IHDR
 */
export function encodePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(width, height, pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Length, type, data, CRC-32 of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** Puts before each row the filter whose differences are smallest in sum, and those differences. */
function filterRows(width: number, height: number, pixels: Uint8Array): Buffer {
  const rowLength = width * bytesPerPixel;
  const filtered = Buffer.alloc((rowLength + 1) * height);
  const candidates = filters.map(() => new Uint8Array(rowLength));
  for (let row = 0; row < height; row += 1) {
    const at = row * rowLength;
    const above = row === 0 ? null : pixels.subarray(at - rowLength, at);
    const sums = filters.map(({ predict }, index) =>
      subtract(pixels.subarray(at, at + rowLength), above, predict, candidates[index]!),
    );
    const best = sums.indexOf(Math.min(...sums));
    filtered[row * (rowLength + 1)] = filters[best]!.type;
    filtered.set(candidates[best]!, row * (rowLength + 1) + 1);
  }
  return filtered;
}

/** From the bytes to the left, above, and above the left one. */
type Predict = (left: number, up: number, upperLeft: number) => number;

const filters: readonly { readonly type: number; readonly predict: Predict }[] = [
  { type: 1, predict: (left) => left },
  { type: 2, predict: (_left, up) => up },
  { type: 4, predict: paeth },
];

// Taken once: it runs three times for every byte of a picture.
const { abs } = Math;

function paeth(left: number, up: number, upperLeft: number): number {
  const estimate = left + up - upperLeft;
  const toLeft = abs(estimate - left);
  const toUp = abs(estimate - up);
  const toUpperLeft = abs(estimate - upperLeft);
  if (toLeft <= toUp && toLeft <= toUpperLeft) return left;
  return toUp <= toUpperLeft ? up : upperLeft;
}

/** Writes the row less its prediction into `result`; returns the sum of the differences as signed bytes. */
function subtract(
  row: Uint8Array,
  above: Uint8Array | null,
  predict: Predict,
  result: Uint8Array,
): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) {
    const before = at - bytesPerPixel;
    const left = before < 0 ? 0 : row[before]!;
    const upperLeft = above === null || before < 0 ? 0 : above[before]!;
    const difference = (row[at]! - predict(left, above?.[at] ?? 0, upperLeft)) & 0xff;
    result[at] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}
