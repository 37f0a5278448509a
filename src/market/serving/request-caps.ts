import type { FrequencyCounts, Onlooker } from '../frequency/frequency-counts';
import type { Inventory } from '../inventory/inventory';
import type { SeenCreative } from '../selection/ranking/recently-seen';
import type { Imp } from '../selection/types';

interface RequestCapsOptions {
  readonly inventory: Pick<Inventory, 'hasCappedCampaigns' | 'hasCappedCreatives'>;
  readonly frequencyCounts: Pick<FrequencyCounts, 'isReached' | 'takeUp'>;
}

/** The caps of campaigns and creatives that the visitor of a request has reached. */
export class RequestCaps {
  /** Campaigns and creatives that were asked about, none of them chosen: true where a cap of theirs is reached. */
  private readonly reached = new Map<string, boolean>();

  constructor(
    private readonly options: RequestCapsOptions,
    private readonly onlooker: Onlooker,
  ) {}

  /** Once for all questions about caps; a claim does so again. */
  takeUp(): void {
    const { inventory, frequencyCounts } = this.options;
    const hasCaps = inventory.hasCappedCampaigns() || inventory.hasCappedCreatives();
    if (!hasCaps || this.onlooker.trackingId === null) return;
    this.reached.clear();
    frequencyCounts.takeUp();
  }

  /** @param chosenBefore what the request has chosen already */
  capped(
    chosenBefore: readonly SeenCreative[],
    idOf: 'campaignId' | 'creativeId',
  ): Imp['cappedCampaignIds' | 'cappedCreativeIds'] {
    const { inventory } = this.options;
    const hasCaps =
      idOf === 'campaignId' ? inventory.hasCappedCampaigns() : inventory.hasCappedCreatives();
    return hasCaps && this.onlooker.trackingId !== null ? this.ask(chosenBefore, idOf) : undefined;
  }

  /**
   * Asks of those alone that are about to win, once of each in a request but for what is chosen already: a campaign comes with many
   * creatives, for several placements, and again for the second price.
   */
  private ask(chosenBefore: readonly SeenCreative[], idOf: 'campaignId' | 'creativeId') {
    const { frequencyCounts } = this.options;
    const timesChosen = (id: string) => chosenBefore.filter((one) => one[idOf] === id).length;
    const ask = (id: string) => frequencyCounts.isReached(this.onlooker, id, timesChosen);
    const chosen = new Set(chosenBefore.map((one) => one[idOf]));
    return {
      has: (id: string) => {
        if (chosen.has(id)) return ask(id);
        let isReached = this.reached.get(id);
        if (isReached === undefined) {
          isReached = ask(id);
          this.reached.set(id, isReached);
        }
        return isReached;
      },
    };
  }
}
