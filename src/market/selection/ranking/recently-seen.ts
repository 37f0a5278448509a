/** A creative that a visitor was shown. */
export interface SeenCreative {
  readonly creativeId: string;
  readonly campaignId: string;
}

/** The latest creative counts 0, the one before it 1/2, then 2/3 …: visitors see rotation. */
export function creativeSeenFactor(position: number): number {
  return position / (position + 1);
}

/** Weaker than the creative's own: the latest campaign counts 1/2, the one before it 2/3 … */
export function campaignSeenFactor(position: number): number {
  return (position + 1) / (position + 2);
}

/** The newest position of each id. */
type Positions = ReadonlyMap<string, number>;

/** Creatives that a visitor was shown lately. Positions are looked up: a placement asks for those of many bids. */
export class RecentlySeen {
  private positions: Record<keyof SeenCreative, Positions> | null = null;

  /** @param creatives newest first */
  constructor(readonly creatives: readonly SeenCreative[]) {}

  /**
   * Factor from 0 to 1 on the bid of what the visitor was shown; 1 if nothing of it. Of a creative shown twice the newer
   * position counts.
   *
   * @param shownSince newer ones, newest first
   */
  penaltyOf(candidate: SeenCreative, shownSince: readonly SeenCreative[] = []): number {
    const creative = this.findPosition('creativeId', candidate, shownSince);
    const campaign = this.findPosition('campaignId', candidate, shownSince);
    const ofCreative = creative === null ? 1 : creativeSeenFactor(creative);
    const ofCampaign = campaign === null ? 1 : campaignSeenFactor(campaign);
    return ofCreative * ofCampaign;
  }

  private findPosition(
    idOf: keyof SeenCreative,
    { [idOf]: id }: SeenCreative,
    shownSince: readonly SeenCreative[],
  ): number | null {
    const newer = shownSince.findIndex((one) => one[idOf] === id);
    if (newer >= 0) return newer;
    if (this.creatives.length === 0) return null;
    this.positions ??= {
      creativeId: positionsBy('creativeId', this.creatives),
      campaignId: positionsBy('campaignId', this.creatives),
    };
    const before = this.positions[idOf].get(id);
    return before === undefined ? null : shownSince.length + before;
  }
}

function positionsBy(idOf: keyof SeenCreative, creatives: readonly SeenCreative[]): Positions {
  const positions = new Map<string, number>();
  for (const [position, { [idOf]: id }] of creatives.entries())
    if (!positions.has(id)) positions.set(id, position);
  return positions;
}
