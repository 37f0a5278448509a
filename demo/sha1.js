/**
 * SHA-1 of some bytes, 40 lower-case hex. Browsers offer it to secure contexts only (https, localhost); on other
 * pages it is computed here.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<string>}
 * @see FIPS 180-4 §6.1
 */
export async function sha1(bytes) {
  if (globalThis.crypto?.subtle)
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)));
  return computeSha1(bytes);
}

/** @param {Uint8Array} bytes */
export function computeSha1(bytes) {
  const blocks = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, (bytes.length << 3) >>> 0);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = new Int32Array(80);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = blocks.getInt32(at + i * 4);
    for (let i = 16; i < 80; i += 1)
      words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(20));
  state.forEach((word, index) => digest.setInt32(index * 4, word));
  return toHex(new Uint8Array(digest.buffer));
}

function mix(state, words) {
  let [a, b, c, d, e] = state;
  for (let i = 0; i < 80; i += 1) {
    const [f, k] = roundOf(i, b, c, d);
    const next = (rotate(a, 5) + f + e + k + words[i]) | 0;
    [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
  }
  [a, b, c, d, e].forEach((word, index) => (state[index] = (state[index] + word) | 0));
}

function roundOf(i, b, c, d) {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

const rotate = (word, bits) => (word << bits) | (word >>> (32 - bits));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
