import { NetworkSet } from './network-set';
import { parseNetwork } from './network-text';

/** Most networks of a set: 80 MB of IPv6, 40 MB of IPv4. */
const maxNetworks = 5_000_000;

const firstCapacity = 1_024;

/** Gathers networks, overlapping or not, in columns of numbers: an object each would take ten times the memory. */
export class NetworkSetBuilder {
  readonly #ipv4 = {
    firsts: new Uint32Array(firstCapacity),
    lasts: new Uint32Array(firstCapacity),
  };
  readonly #ipv6 = {
    firsts: new BigUint64Array(firstCapacity),
    lasts: new BigUint64Array(firstCapacity),
  };
  #ipv4Count = 0;
  #ipv6Count = 0;

  /** @throws {RangeError} for a text that is no network, and for one too many. */
  add(text: string): void {
    const network = parseNetwork(text);
    if (this.#ipv4Count + this.#ipv6Count >= maxNetworks)
      throw new RangeError(`more than ${maxNetworks} networks`);
    if (network.family === 4) {
      const columns = this.#ipv4;
      if (this.#ipv4Count === columns.firsts.length) {
        columns.firsts = doubled(columns.firsts, new Uint32Array(columns.firsts.length * 2));
        columns.lasts = doubled(columns.lasts, new Uint32Array(columns.lasts.length * 2));
      }
      columns.firsts[this.#ipv4Count] = network.first;
      columns.lasts[this.#ipv4Count] = network.last;
      this.#ipv4Count += 1;
      return;
    }
    const columns = this.#ipv6;
    if (this.#ipv6Count === columns.firsts.length) {
      columns.firsts = doubled(columns.firsts, new BigUint64Array(columns.firsts.length * 2));
      columns.lasts = doubled(columns.lasts, new BigUint64Array(columns.lasts.length * 2));
    }
    columns.firsts[this.#ipv6Count] = network.first;
    columns.lasts[this.#ipv6Count] = network.last;
    this.#ipv6Count += 1;
  }

  /** All that was added. Nothing is added afterwards. */
  build(): NetworkSet {
    const ipv4 = {
      firsts: this.#ipv4.firsts.subarray(0, this.#ipv4Count).sort(),
      lasts: this.#ipv4.lasts.subarray(0, this.#ipv4Count).sort(),
    };
    const ipv6 = {
      firsts: this.#ipv6.firsts.subarray(0, this.#ipv6Count).sort(),
      lasts: this.#ipv6.lasts.subarray(0, this.#ipv6Count).sort(),
    };
    const ipv4Count = merge(ipv4, (last) => last + 1);
    const ipv6Count = merge(ipv6, (last) => last + 1n);
    return new NetworkSet({
      ipv4: { firsts: ipv4.firsts.slice(0, ipv4Count), lasts: ipv4.lasts.slice(0, ipv4Count) },
      ipv6: { firsts: ipv6.firsts.slice(0, ipv6Count), lasts: ipv6.lasts.slice(0, ipv6Count) },
    });
  }
}

function doubled<Column extends { set(from: Column): void }>(from: Column, into: Column): Column {
  into.set(from);
  return into;
}

/**
 * Joins networks that overlap or touch, in place. Firsts and lasts are sorted each by themselves: after as many lasts as firsts,
 * all that had begun has ended.
 *
 * @returns how many are left, at the front
 */
function merge<Bits extends number | bigint>(
  columns: {
    readonly firsts: { [at: number]: Bits; readonly length: number };
    readonly lasts: { [at: number]: Bits };
  },
  after: (last: Bits) => Bits,
): number {
  const { firsts, lasts } = columns;
  let count = 0;
  let begun: Bits | null = null;
  for (let at = 0; at < firsts.length; at += 1) {
    const first: Bits | undefined = firsts[at];
    const last: Bits | undefined = lasts[at];
    const next: Bits | undefined = firsts[at + 1];
    if (first === undefined || last === undefined) break;
    if (begun === null) begun = first;
    if (next !== undefined && next <= after(last)) continue;
    firsts[count] = begun;
    lasts[count] = last;
    count += 1;
    begun = null;
  }
  return count;
}
