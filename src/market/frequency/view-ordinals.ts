import type { AdEvent } from '../events/event';
import type { FrequencyCounts } from './frequency-counts';

/** An ordinal has a byte's room: nobody counts further. */
const mostOrdinal = 255;

/** An event by a visitor, of a campaign. */
type VisitorEvent = Pick<
  AdEvent,
  'kind' | 'trackingId' | 'campaignId' | 'invalidTraffic' | 'demandServer'
>;

/** Says of a view which of the visitor's views of its campaign it is, before it is stored and counted. */
export class ViewOrdinals {
  /** Views that are being stored, by visitor and campaign. */
  readonly #underWay = new Map<string, number>();

  constructor(private readonly counts: Pick<FrequencyCounts, 'viewsOf'>) {}

  /**
   * Has an event stored with its frequency: of a view, the how manyth it is of its visitor; of a click, how many views its visitor has
   * had. Two views of a page that come at once have different ones.
   *
   * @param store resolves once the event is durable and, unless it is a repeat, counted
   */
  async store(event: AdEvent, store: (event: AdEvent) => Promise<void>): Promise<void> {
    const { kind, trackingId, campaignId } = event;
    if (trackingId === null || !isCounted(event)) return store(event);
    const key = trackingId + campaignId;
    const underWay = this.#underWay.get(key) ?? 0;
    const before = this.counts.viewsOf(trackingId, campaignId) + underWay;
    if (kind === 'click') return store(withFrequency(event, before));
    this.#underWay.set(key, underWay + 1);
    try {
      await store(withFrequency(event, before + 1));
    } finally {
      this.#end(key);
    }
  }

  #end(key: string): void {
    const left = (this.#underWay.get(key) ?? 0) - 1;
    if (left > 0) this.#underWay.set(key, left);
    else this.#underWay.delete(key);
  }
}

/** Views of another server's campaigns are counted there. */
const isCounted = ({ invalidTraffic, demandServer }: VisitorEvent): boolean =>
  invalidTraffic === null && demandServer === undefined;

const withFrequency = (event: AdEvent, views: number): AdEvent =>
  views === 0 ? event : { ...event, frequency: Math.min(views, mostOrdinal) };
