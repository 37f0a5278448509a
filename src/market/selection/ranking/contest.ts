import { ringDistance, tieDraw, tieWindow } from './rank';
import type { Candidate } from '../types';

interface Equal {
  readonly candidate: Candidate;
  readonly point: number;
  readonly distance: number;
}

/**
 * Keeps the best score so far, and of those who have it the ones next to the seed's ring point; and the best score of
 * another campaign than the one that leads.
 */
export class Contest {
  /** Highest score offered; -1 before the first offer. */
  best = -1;
  /** Highest score of a campaign beside the leading one; -1: none. */
  rival = -1;
  private leadingId: string | null = null;
  private readonly equals: Equal[] = [];

  /** @param start the seed's point of the ring */
  constructor(private readonly start: number) {}

  offer(candidate: Candidate, point: number, score: number): void {
    this.noteScore(candidate.campaignId, score);
    if (score < this.best) return;
    const distance = ringDistance(this.start, point);
    let at = this.equals.length;
    while (at > 0 && isBehind(this.equals[at - 1]!, distance, candidate)) at -= 1;
    if (at >= tieWindow) return;
    this.equals.splice(at, 0, { candidate, point, distance });
    if (this.equals.length > tieWindow) this.equals.pop();
  }

  /** Highest score of all campaigns but one; -1: none. */
  bestBeside(campaignId: string): number {
    return campaignId === this.leadingId ? this.rival : this.best;
  }

  private noteScore(campaignId: string, score: number): void {
    const leads = score > this.best;
    if (campaignId !== this.leadingId) {
      this.rival = Math.max(this.rival, leads ? this.best : score);
      if (leads) this.leadingId = campaignId;
    }
    if (!leads) return;
    this.best = score;
    this.equals.length = 0;
  }

  /** Says that candidates of this score, from this point of the ring on, cannot change the result any more. */
  isSettled(score: number, point: number): boolean {
    return (
      score <= this.best &&
      this.equals.length === tieWindow &&
      ringDistance(this.start, point) > this.equals[tieWindow - 1]!.distance
    );
  }

  /** Draws among the equals; null if nothing was offered. */
  winner(seed: number): Candidate | null {
    let winner: Equal | null = null;
    for (const equal of this.equals) {
      if (!winner || tieDraw(seed, equal.point) < tieDraw(seed, winner.point)) winner = equal;
    }
    return winner && winner.candidate;
  }
}

function isBehind(equal: Equal, distance: number, { creativeId }: Candidate): boolean {
  return (
    equal.distance > distance ||
    (equal.distance === distance && equal.candidate.creativeId > creativeId)
  );
}
