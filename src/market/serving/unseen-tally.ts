/** The offers to one network, visitor or site, and how they went. */
export interface Gathered {
  offers: number;
  views: number;
  /** By campaign: offers less views. */
  readonly unseen: Map<string, number>;
}

/** More are forgotten before their time. */
const mostKeys = 50_000;

/** Counts offers and views by keys, of a time to twice as long: in two maps, of which the older one is dropped. */
export class UnseenTally {
  private recent = new Map<string, Gathered>();
  private before = new Map<string, Gathered>();
  private since = -Infinity;

  constructor(private readonly keptMs: number) {}

  /** Offers and views of a key; null: it is a stranger. */
  find(key: string): { readonly offers: number; readonly views: number } | null {
    const recent = this.recent.get(key);
    const before = this.before.get(key);
    if (!recent || !before) return recent ?? before ?? null;
    return { offers: recent.offers + before.offers, views: recent.views + before.views };
  }

  /** Offers of a campaign to a key that nobody has seen. */
  unseenOf(key: string, campaignId: string): number {
    const recent = this.recent.get(key)?.unseen.get(campaignId) ?? 0;
    return recent + (this.before.get(key)?.unseen.get(campaignId) ?? 0);
  }

  addOffer(key: string, campaignId: string, at: number): void {
    if (at - this.since >= this.keptMs || this.recent.size >= mostKeys) {
      this.before = this.recent;
      this.recent = new Map();
      this.since = at;
    }
    const gathered = this.gatheredOf(key);
    gathered.offers += 1;
    gathered.unseen.set(campaignId, (gathered.unseen.get(campaignId) ?? 0) + 1);
  }

  /** Also of what another process has offered, which has views of ours: so the sums are right. */
  addView(key: string, campaignId: string): void {
    if (this.recent.size >= mostKeys && !this.recent.has(key)) return;
    const gathered = this.gatheredOf(key);
    gathered.views += 1;
    gathered.unseen.set(campaignId, (gathered.unseen.get(campaignId) ?? 0) - 1);
  }

  private gatheredOf(key: string): Gathered {
    let gathered = this.recent.get(key);
    if (!gathered) this.recent.set(key, (gathered = { offers: 0, views: 0, unseen: new Map() }));
    return gathered;
  }
}
