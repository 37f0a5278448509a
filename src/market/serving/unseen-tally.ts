import { CampaignCounts } from './campaign-counts';

/** The offers to one network, visitor or site in some time, and how they went. */
interface Gathered {
  offers: number;
  views: number;
  /** Offers less views. */
  readonly unseen: CampaignCounts;
}

/** More are forgotten before their time. */
const mostKeys = 50_000;
/** Places for a key and a campaign, of 8 bytes each; with more, all are forgotten before their time. */
const mostRoom = 2 ** 22;

/** The keys of some time. */
class Gathering {
  private readonly keys = new Map<string, Gathered>();
  private room = 0;

  get isFull(): boolean {
    return this.keys.size >= mostKeys || this.room >= mostRoom;
  }

  find(key: string): Gathered | undefined {
    return this.keys.get(key);
  }

  of(key: string): Gathered {
    let gathered = this.keys.get(key);
    if (!gathered) {
      gathered = { offers: 0, views: 0, unseen: new CampaignCounts() };
      this.keys.set(key, gathered);
      this.room += gathered.unseen.room;
    }
    return gathered;
  }

  addUnseen({ unseen }: Gathered, campaignId: string, count: number): void {
    this.room -= unseen.room;
    unseen.add(campaignId, count);
    this.room += unseen.room;
  }
}

/** Counts offers and views by keys, of a time to twice as long: in two gatherings, of which the older one is dropped. */
export class UnseenTally {
  private recent = new Gathering();
  private before = new Gathering();
  private since = -Infinity;

  constructor(private readonly keptMs: number) {}

  /** All that is known of a key, to be asked and added to. @param at now, in milliseconds */
  of(key: string, at: number): KnownOffers {
    if (at - this.since >= this.keptMs || this.recent.isFull) {
      this.before = this.recent;
      this.recent = new Gathering();
      this.since = at;
    }
    return new KnownOffers(this.recent, this.recent.of(key), this.before.find(key));
  }

  /** Also of what another process has offered, which has views of ours: so the sums are right. */
  addView(key: string, campaignId: string): void {
    if (this.recent.isFull && !this.recent.find(key)) return;
    const gathered = this.recent.of(key);
    gathered.views += 1;
    this.recent.addUnseen(gathered, campaignId, -1);
  }
}

/** The offers and views of a key: none of a stranger. */
export class KnownOffers {
  constructor(
    private readonly gathering: Gathering,
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
    return this.recent.unseen.get(campaignId) + (this.before?.unseen.get(campaignId) ?? 0);
  }

  addOffers(campaigns: readonly { readonly id: string }[]): void {
    this.recent.offers += campaigns.length;
    for (const { id } of campaigns) this.gathering.addUnseen(this.recent, id, 1);
  }
}
