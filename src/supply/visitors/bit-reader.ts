/** Reads the bits of a text of base64url digits. */
export class BitReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at = 0;

  /** @throws {RangeError} for a text that has other characters. */
  constructor(text: string) {
    if (!/^[\w-]*$/.test(text)) throw new RangeError('not base64url');
    // The last bits of a text need not fill a byte.
    this.#bytes = Buffer.from(`${text}AA`, 'base64url');
    this.#end = text.length * 6;
  }

  /** Goes on at this place. */
  at(place: number): this {
    this.#at = place;
    return this;
  }

  /**
   * The next bits as a number, the highest first.
   *
   * @throws {RangeError} behind the end.
   */
  read(bits: number): number {
    if (this.#at + bits > this.#end) throw new RangeError('there are no more bits');
    let value = 0;
    for (let left = bits; left > 0; left -= 1, this.#at += 1)
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1);
    return value;
  }
}
