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

/** Creatives that a visitor was shown lately. Campaigns are looked up: a placement asks for those of many bids. */
export class RecentlySeen {
  private newestOfCampaigns: ReadonlyMap<string, number> | null = null;

  /** @param creatives newest first; a creative is of one campaign */
  constructor(readonly creatives: readonly SeenCreative[]) {}

  /**
   * Factor from 0 to 1 on the bid of what the visitor was shown; 1 if nothing of it. Of a creative shown twice the newer
   * position counts.
   *
   * @param shownSince newer ones, newest first
   */
  penaltyOf(candidate: SeenCreative, shownSince: readonly SeenCreative[] = []): number {
    const campaign = this.findCampaign(candidate, shownSince);
    if (campaign === null) return 1;
    const creative = this.findCreative(candidate, shownSince);
    return campaignSeenFactor(campaign) * (creative === null ? 1 : creativeSeenFactor(creative));
  }

  private findCampaign(
    { campaignId }: SeenCreative,
    shownSince: readonly SeenCreative[],
  ): number | null {
    const newer = shownSince.findIndex((one) => one.campaignId === campaignId);
    if (newer >= 0) return newer;
    if (this.creatives.length === 0) return null;
    this.newestOfCampaigns ??= newestOfCampaigns(this.creatives);
    const older = this.newestOfCampaigns.get(campaignId);
    return older === undefined ? null : shownSince.length + older;
  }

  private findCreative(
    { creativeId }: SeenCreative,
    shownSince: readonly SeenCreative[],
  ): number | null {
    const newer = shownSince.findIndex((one) => one.creativeId === creativeId);
    if (newer >= 0) return newer;
    const older = this.creatives.findIndex((one) => one.creativeId === creativeId);
    return older < 0 ? null : shownSince.length + older;
  }
}

function newestOfCampaigns(creatives: readonly SeenCreative[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [position, { campaignId }] of creatives.entries())
    if (!positions.has(campaignId)) positions.set(campaignId, position);
  return positions;
}
