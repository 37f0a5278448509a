import { randomFillSync } from 'node:crypto';

const blockLength = 4_096;

/**
 * Makes a source of the system's random bytes, which are asked for a block at a time: a question takes longer than a
 * token's worth of bytes. Every byte is given out once and then wiped.
 */
export function createRandomBytes(): (length: number) => Buffer {
  const block = Buffer.alloc(blockLength);
  let at = blockLength;
  return (length) => {
    if (length > blockLength) return randomFillSync(Buffer.alloc(length));
    if (at + length > blockLength) {
      randomFillSync(block);
      at = 0;
    }
    const bytes = Buffer.from(block.subarray(at, at + length));
    block.fill(0, at, at + length);
    at += length;
    return bytes;
  };
}
