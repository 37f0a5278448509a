import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { isPeerCampaign } from '../../peers/import/peer-demand';
import { minuteMs } from '../../time';
import type { Inventory } from '../inventory/inventory';

export interface WindowBounds {
  readonly campaigns: number;
  readonly creatives: number;
}

const usualBounds: WindowBounds = { campaigns: 500, creatives: 2_000 };

/**
 * The campaigns that finds are looked at for: all of ours that are for sale, or where these are many, some of them for a
 * minute, then the next ones. So what is counted is of few, and stored by few writes.
 */
export class CampaignWindow {
  private walk: Iterator<Campaign> | null = null;
  private open: readonly Campaign[] = [];
  private openedAt = -Infinity;
  private isAll = false;

  constructor(
    private readonly inventory: Pick<Inventory, 'campaigns' | 'creativesOf'>,
    private readonly bounds = usualBounds,
  ) {}

  /** @param at Unix milliseconds */
  campaigns(at: number): readonly Campaign[] {
    if (!this.isAll && at - this.openedAt < minuteMs && at >= this.openedAt) return this.open;
    this.openedAt = at;
    const isGoingOn = this.walk !== null;
    this.open = this.next();
    // The walk had come to its end just before.
    if (isGoingOn && this.open.length === 0) this.open = this.next();
    return this.open;
  }

  private next(): readonly Campaign[] {
    const isFromStart = this.walk === null;
    const walk = (this.walk ??= this.inventory.campaigns()[Symbol.iterator]());
    const found: Campaign[] = [];
    let creatives = 0;
    while (found.length < this.bounds.campaigns && creatives < this.bounds.creatives) {
      const next = walk.next();
      if (next.done === true) {
        this.walk = null;
        break;
      }
      if (isPeerCampaign(next.value)) continue;
      found.push(next.value);
      for (const _creative of this.inventory.creativesOf(next.value.id)) creatives += 1;
    }
    this.isAll = isFromStart && this.walk === null;
    return found;
  }
}
