/** The offers to one network, visitor or site in some time, and how they went. */
interface Gathered {
  offers: number;
  views: number;
  /** By campaign: offers less views. */
  readonly unseen: Map<string, { count: number }>;
}

/** More are forgotten before their time. */
const mostKeys = 50_000;

/** Counts offers and views by keys, of a time to twice as long: in two maps, of which the older one is dropped. */
export class UnseenTally {
  private recent = new Map<string, Gathered>();
  private before = new Map<string, Gathered>();
  private since = -Infinity;

  constructor(private readonly keptMs: number) {}

  /** All that is known of a key, to be asked and added to. @param at now, in milliseconds */
  of(key: string, at: number): KnownOffers {
    if (at - this.since >= this.keptMs || this.recent.size >= mostKeys) {
      this.before = this.recent;
      this.recent = new Map();
      this.since = at;
    }
    return new KnownOffers(this.gatheredOf(key), this.before.get(key));
  }

  /** Also of what another process has offered, which has views of ours: so the sums are right. */
  addView(key: string, campaignId: string): void {
    if (this.recent.size >= mostKeys && !this.recent.has(key)) return;
    const gathered = this.gatheredOf(key);
    gathered.views += 1;
    addTo(gathered, campaignId, -1);
  }

  private gatheredOf(key: string): Gathered {
    let gathered = this.recent.get(key);
    if (!gathered) this.recent.set(key, (gathered = { offers: 0, views: 0, unseen: new Map() }));
    return gathered;
  }
}

/** The offers and views of a key: none of a stranger. */
export class KnownOffers {
  constructor(
    private readonly recent: Gathered,
    private readonly before: Gathered | undefined,
  ) {}

  get offers(): number {
    return this.recent.offers + (this.before?.offers ?? 0);
  }

  get views(): number {
    return this.recent.views + (this.before?.views ?? 0);
  }

  /** Offers of a campaign that nobody has seen. */
  unseenOf(campaignId: string): number {
    const recent = this.recent.unseen.get(campaignId)?.count ?? 0;
    return recent + (this.before?.unseen.get(campaignId)?.count ?? 0);
  }

  addOffers(campaigns: readonly { readonly id: string }[]): void {
    this.recent.offers += campaigns.length;
    for (const { id } of campaigns) addTo(this.recent, id, 1);
  }
}

/** Counts in place: a second look-up for each campaign that a find offers would be felt. */
function addTo({ unseen }: Gathered, campaignId: string, count: number): void {
  const known = unseen.get(campaignId);
  if (known) known.count += count;
  else unseen.set(campaignId, { count });
}
