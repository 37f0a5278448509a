import { sharePoint } from '../ranking/rank';
import type { Candidate } from '../types';

const whole = 100;

/**
 * Draws the campaign that has the find. Shares lie one behind the other on a line of 100, or of their sum where that is
 * more, and the seed is a point of the line.
 *
 * @param sponsors eligible ones
 * @returns null: the find is in nobody's share
 */
export function drawShare(
  sponsors: readonly Pick<Candidate, 'campaignId' | 'ownSites'>[],
  seed: number,
): string | null {
  const shares = new Map<string, number>();
  for (const { campaignId, ownSites } of sponsors)
    shares.set(campaignId, ownSites?.shareOfVoice ?? 0);
  let total = 0;
  for (const share of shares.values()) total += share;
  let rest = sharePoint(seed) * Math.max(whole, total);
  for (const [campaignId, share] of shares) {
    rest -= share;
    if (rest < 0) return campaignId;
  }
  return null;
}
