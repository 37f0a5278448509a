import type { AdEvent } from '../../../src/market/events/event';
import { hourOf, payTimeOf } from './recount-money';
import { mostClickedPercent, visitorLimit } from './story';

/** Views and clicks of one visitor, or of one network on a publisher's sites. */
interface Activity {
  views: number;
  clicks: number;
}

/** So many clicks of a visitor are no habit yet. */
const firstClicks = 3;

/** The events of each visitor, and of each pair of publisher and network, by advertiser and hour. */
export class RecountedActivity {
  readonly #counts = new Map<string, Activity>();

  constructor(private readonly pairLimit: number) {}

  /** Finds the reason that goes by how many events came before. */
  reasonOf(event: AdEvent): string | null {
    const { views, clicks } = this.#ofVisitor(event);
    if (event.kind === 'click') return isTooMuch(clicks + 1, views) ? 'visitor_click_rate' : null;
    if (event.trackingId !== null && views >= visitorLimit) return 'visitor_limit';
    if (this.#ofPair(event).views >= this.pairLimit) return 'pair_limit';
    return isTooMuch(clicks, views + 1) ? 'visitor_click_rate' : null;
  }

  /** Counts what was accepted, and what was refused for clicks. */
  note(event: AdEvent, reason: string | null): void {
    if (reason !== null && reason !== 'visitor_click_rate') return;
    const member = event.kind === 'click' ? 'clicks' : 'views';
    for (const counts of [this.#ofVisitor(event), this.#ofPair(event)]) counts[member] += 1;
  }

  #ofVisitor(event: AdEvent): Activity {
    const { trackingId, remoteAddress, userAgent } = event;
    return this.#of(event, trackingId ?? `${remoteAddress} ${userAgent}`);
  }

  #ofPair(event: AdEvent): Activity {
    return this.#of(event, `${event.publisherId} from ${event.remoteAddress}`);
  }

  #of(event: AdEvent, whose: string): Activity {
    const key = `${event.advertiserId} ${hourOf(payTimeOf(event))} ${whose}`;
    const counts = this.#counts.get(key) ?? { views: 0, clicks: 0 };
    this.#counts.set(key, counts);
    return counts;
  }
}

const isTooMuch = (clicks: number, views: number): boolean =>
  clicks > firstClicks && clicks * 100 > views * mostClickedPercent;
