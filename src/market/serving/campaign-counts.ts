import { lastWordOf } from '../../id-words';

/** Places of a new block: 64 bytes, which the heap takes without an allocation beside it. */
const firstRoom = 8;
/** Above it searches get long. */
const mostFilled = 0.75;

/**
 * Counts by campaign in one block of numbers: open addressing, the next free place, nothing is ever removed. A campaign takes 8 bytes,
 * and 11 to 21 with the room that is free, where an entry of a `Map` takes some 90: a visitor is offered hundreds of campaigns
 * within the life of an offer, and the heap of objects made finds a third dearer in half an hour (bench `find-traffic`, P1w). To be
 * deleted when memory for ten million pairs of visitor and campaign is no matter.
 */
export class CampaignCounts {
  /** Each place: the mark of a campaign, 0 where the place is free, and its count. */
  private places = new Int32Array(2 * firstRoom);
  private filled = 0;

  /** So many campaigns there is a place for. */
  get room(): number {
    return this.places.length / 2;
  }

  /** 0 for a campaign that was never counted. */
  get(campaignId: string): number {
    return this.places[this.placeOf(markOf(campaignId)) + 1] ?? 0;
  }

  add(campaignId: string, count: number): void {
    this.addTo(markOf(campaignId), count);
    if (this.filled > mostFilled * this.room) this.grow();
  }

  private addTo(mark: number, count: number): void {
    const place = this.placeOf(mark);
    if (this.places[place] === 0) {
      this.places[place] = mark;
      this.filled += 1;
    }
    this.places[place + 1] = (this.places[place + 1] ?? 0) + count;
  }

  private grow(): void {
    const { places } = this;
    this.places = new Int32Array(2 * places.length);
    this.filled = 0;
    for (let place = 0; place < places.length; place += 2) {
      const mark = places[place] ?? 0;
      if (mark !== 0) this.addTo(mark, places[place + 1] ?? 0);
    }
  }

  /** The place of a mark, or the one that the mark would take. */
  private placeOf(mark: number): number {
    const { places } = this;
    const mask = places.length - 1;
    let place = (mark << 1) & mask;
    while (places[place] !== 0 && places[place] !== mark) place = (place + 2) & mask;
    return place;
  }
}

/** Two campaigns share one as good as never: of a hundred thousand, one in forty thousand has another's. */
const markOf = (campaignId: string): number => lastWordOf(campaignId) || 1;
