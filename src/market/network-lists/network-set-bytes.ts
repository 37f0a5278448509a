import { NetworkSet } from './network-set';

/** The first byte of what is stored. */
const form = 1;
const headLength = 16;

/**
 * A set of networks as bytes, as every machine that Node runs on has numbers (little-endian): 16 bytes with the form, and at 4 and 8 how
 * many networks of IPv4 and IPv6 follow; then the columns of IPv6, 8 bytes a number, and of IPv4, 4 bytes.
 */
export function bytesOfSet({ columns: { ipv4, ipv6 } }: NetworkSet): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt8(form, 0);
  head.writeUInt32LE(ipv4.firsts.length, 4);
  head.writeUInt32LE(ipv6.firsts.length, 8);
  const columns = [ipv6.firsts, ipv6.lasts, ipv4.firsts, ipv4.lasts];
  return Buffer.concat([
    head,
    ...columns.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  ]);
}

/** @throws {Error} for bytes that a later version of this server has stored. */
export function setOfBytes(bytes: Buffer): NetworkSet {
  const found = bytes.readUInt8(0);
  if (found !== form)
    throw new Error(`a list of networks has form ${found}, which a later version of Adgate stores`);
  const counts = { ipv4: bytes.readUInt32LE(4), ipv6: bytes.readUInt32LE(8) };
  // A copy of its own, so that the columns begin where numbers may.
  const copy = new Uint8Array(bytes.length - headLength);
  copy.set(bytes.subarray(headLength));
  const { buffer } = copy;
  const ofIpv6 = (at: number) => new BigUint64Array(buffer, at * counts.ipv6 * 8, counts.ipv6);
  const ofIpv4 = (at: number) =>
    new Uint32Array(buffer, counts.ipv6 * 16 + at * counts.ipv4 * 4, counts.ipv4);
  return new NetworkSet({
    ipv4: { firsts: ofIpv4(0), lasts: ofIpv4(1) },
    ipv6: { firsts: ofIpv6(0), lasts: ofIpv6(1) },
  });
}
