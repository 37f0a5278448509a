import { randomBytes } from 'node:crypto';

const poolBytes = 4_096;
/** Longer ones are drawn by themselves. */
const mostFromPool = 64;

let pool = Buffer.alloc(0);

/**
 * Random bytes of the system, each handed out once. Short ones are cut from a larger draw: to draw 16 bytes takes 2 µs,
 * 7% of a find, to cut them a tenth of that (`bench/find`). The pool can go when Node keeps one, as for `randomUUID`.
 */
export function drawRandomBytes(length: number): Buffer {
  if (length > mostFromPool) return randomBytes(length);
  if (pool.length < length) pool = randomBytes(poolBytes);
  const drawn = pool.subarray(0, length);
  pool = pool.subarray(length);
  return drawn;
}
