import { Binary } from 'bson';
import type { Value } from '../bson/values';
import { mongoError } from '../errors';

/** The most that a stage may hold: MongoDB's `internalQueryMaxBlockingSortMemoryUsageBytes`. */
const limitBytes = 100 * 1024 * 1024;

/** About how many bytes a value takes. */
export function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return 16 + value.length;
  if (value instanceof Map) {
    let size = 32;
    for (const [name, member] of value) size += 16 + name.length + sizeOf(member);
    return size;
  }
  if (Array.isArray(value))
    return value.reduce<number>((size, member) => size + sizeOf(member), 32);
  return value instanceof Binary ? 32 + value.position : 16;
}

/** Counts what a stage holds. */
export class MemoryMeter {
  #bytes = 0;

  constructor(private readonly stage: string) {}

  /**
   * @param bytes held more than before; below 0: less
   * @throws {MongoError} QueryExceededMemoryLimitNoDiskUseAllowed (292) above 100 MiB.
   */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > limitBytes) {
      throw mongoError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        `${this.stage} exceeded the memory limit of ${limitBytes} bytes`,
      );
    }
  }
}
