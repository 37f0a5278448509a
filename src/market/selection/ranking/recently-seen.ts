import { lastWordOf } from '../../../id-words';

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

/** Creatives that a visitor was shown lately. A placement asks for the campaigns of many bids, and few of these are among them. */
export class RecentlySeen {
  /**
   * @param creatives newest first; a creative is of one campaign
   * @param campaignMarks `lastWordOf` their campaigns' ids
   */
  constructor(
    readonly creatives: readonly SeenCreative[],
    private readonly campaignMarks: readonly number[] = creatives.map(markOf),
  ) {}

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
    const mark = lastWordOf(campaignId);
    let older = this.campaignMarks.indexOf(mark);
    while (older >= 0 && this.creatives[older]?.campaignId !== campaignId)
      older = this.campaignMarks.indexOf(mark, older + 1);
    return older < 0 ? null : shownSince.length + older;
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

const markOf = ({ campaignId }: SeenCreative): number => lastWordOf(campaignId);

/** Of a visitor who was shown nothing lately, or is not tracked. */
export const nothingSeen = new RecentlySeen([]);
