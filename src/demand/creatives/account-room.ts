import { LRUCache } from 'lru-cache';
import { invalid } from '../../errors';
import type { CreativeContext } from './creative.context';

/** The least that a creative counts: a link of 20 bytes is a document, too. */
const leastBytes = 4_096;
/** How long the sum of an account is believed; what this process adds meanwhile is added to it. */
const believedMs = 10_000;

const known = new WeakMap<object, LRUCache<string, { bytes: number }>>();

export interface StoredAddition {
  readonly advertiserId: string;
  /** The sizes of the contents that are added. */
  readonly byteLengths: readonly number[];
  /** The name of their member in the request. */
  readonly member: string;
}

/**
 * Counts what an account is about to store.
 *
 * @throws {AppError} `VALIDATION_FAILED` when the account would store more than the settings allow.
 */
export async function assertRoomFor(
  ctx: Pick<CreativeContext, 'config' | 'creatives' | 'uploads'>,
  { advertiserId, byteLengths, member }: StoredAddition,
): Promise<void> {
  const sums = known.get(ctx.creatives) ?? new LRUCache({ max: 10_000, ttl: believedMs });
  known.set(ctx.creatives, sums);
  let sum = sums.get(advertiserId);
  if (!sum) {
    const bytes =
      (await ctx.creatives.sumBytes(advertiserId, leastBytes)) +
      (await ctx.uploads.sumBytes(advertiserId, leastBytes));
    // Others that came meanwhile count in the same sum.
    sum = sums.get(advertiserId) ?? { bytes };
    sums.set(advertiserId, sum);
  }
  const added = byteLengths.reduce((total, bytes) => total + Math.max(bytes, leastBytes), 0);
  const most = ctx.config.caps.storedBytes;
  if (sum.bytes + added > most)
    throw invalid({
      [member]: [`is too much: an account stores at most ${most / 2 ** 20} MiB of creatives`],
    });
  sum.bytes += added;
}
