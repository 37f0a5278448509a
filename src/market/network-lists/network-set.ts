import type { IpAddress } from '../../ip-address';

/** The first and last addresses of networks, sorted, without overlaps: 8 bytes a network of IPv4, 16 of IPv6. */
export interface NetworkColumns {
  readonly ipv4: { readonly firsts: Uint32Array; readonly lasts: Uint32Array };
  /** The upper 64 bits: the rest is one household's, or one machine's. */
  readonly ipv6: { readonly firsts: BigUint64Array; readonly lasts: BigUint64Array };
}

/** A fixed set of networks, of which there may be millions. */
export class NetworkSet {
  constructor(readonly columns: NetworkColumns) {}

  /** How many networks there are, after neighbours were joined. */
  get size(): number {
    return this.columns.ipv4.firsts.length + this.columns.ipv6.firsts.length;
  }

  /** Says that an address is in one of the networks. */
  has(address: IpAddress): boolean {
    const { ipv4, ipv6 } = this.columns;
    return address.family === 4
      ? isWithin(ipv4, address.bits)
      : isWithin(ipv6, address.bits >> 64n);
  }
}

interface Column<Bits> {
  readonly length: number;
  readonly [at: number]: Bits;
}

function isWithin<Bits extends number | bigint>(
  { firsts, lasts }: { readonly firsts: Column<Bits>; readonly lasts: Column<Bits> },
  bits: Bits,
): boolean {
  let low = 0;
  let high = lasts.length;
  // The first network that does not end before the address.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lasts[middle] ?? 0) < bits) low = middle + 1;
    else high = middle;
  }
  const first = firsts[low];
  return first !== undefined && first <= bits;
}
