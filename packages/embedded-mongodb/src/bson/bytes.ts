const keptBytes = 1 << 20;

/** A growing buffer that is written front to back and used again for every document and key. */
export class ByteWriter {
  bytes = Buffer.allocUnsafeSlow(1 << 14);
  at = 0;

  /** The bytes that were written since the last call, in memory of their own. */
  take(): Buffer {
    const result = Buffer.allocUnsafe(this.at);
    this.bytes.copy(result, 0, 0, this.at);
    if (this.bytes.length > keptBytes) this.bytes = Buffer.allocUnsafeSlow(1 << 14);
    this.at = 0;
    return result;
  }

  /** Makes room for `count` bytes and steps over them; returns where they begin. */
  room(count: number): number {
    const start = this.at;
    if (start + count > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, start + count));
      this.bytes.copy(grown, 0, 0, start);
      this.bytes = grown;
    }
    this.at = start + count;
    return start;
  }

  byte(value: number): void {
    const start = this.room(1);
    this.bytes[start] = value;
  }

  copy(bytes: Uint8Array): void {
    const start = this.room(bytes.length);
    this.bytes.set(bytes, start);
  }

  /** UTF-8 without an end; short ASCII, which most strings are, without leaving JavaScript. */
  utf8(text: string): void {
    const length = text.length;
    const start = this.room(length * 3);
    let i = 0;
    if (length <= 32) {
      for (; i < length; i += 1) {
        const unit = text.charCodeAt(i);
        if (unit > 0x7f) break;
        this.bytes[start + i] = unit;
      }
    }
    this.at = start + (i === length ? length : this.bytes.write(text, start));
  }

  /** Turns the order of everything from `start` on round. */
  invert(start: number): void {
    for (let i = start; i < this.at; i += 1) this.bytes[i] = ~this.bytes[i]!;
  }
}
