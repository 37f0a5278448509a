import { hash } from 'node:crypto';
import type { Amount } from '../../amount';
import type { EventKind, Offer } from './event-token';
import type { PeerCase } from './peer-case';

/** Why an event is recorded but earns nothing; see docs/contract.md §6. */
export type InvalidTraffic =
  | 'bot'
  | 'prefetch'
  | 'data_center'
  | 'proxy'
  | 'unknown_browser'
  | 'no_impression'
  | 'repeat';

/** A viewable impression or a click, as it is stored. Ids are 32 lower-case hex unless stated. */
export interface AdEvent {
  /**
   * The place that the event takes: `<kind>:<offerId>`, and for invalid traffic `<kind>:<offerId>:<reason>`. An offer
   * has one impression and one click that count, those of the case that came first, whatever cases a client makes of
   * it; a link preview that comes first does not take the place of the visitor. Other cases are stored as repeats, see
   * {@link repeatIdOf}.
   */
  readonly id: string;
  readonly kind: EventKind;
  readonly caseId: string;
  /** The find that the offer was made in; of events of version 0.1.0 the client's own id of its page impression. */
  readonly requestId: string;
  readonly placementId: string;
  readonly siteId: string;
  readonly publisherId: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  /**
   * Request + placement + creative (+ which of several): all cases of an offer share it, and two offers never do. Of another
   * server's event: server + case + creative.
   */
  readonly offerId: string;
  readonly offeredAt: Date;
  /**
   * Seconds from its offer within which a view is paid, as OpenRTB has it of a bid; absent: stored before offers ran out.
   */
  readonly exp?: number;
  readonly occurredAt: Date;
  /** null: a visitor who is not tracked. */
  readonly trackingId: string | null;
  /** At most 512 characters. */
  readonly userAgent: string;
  /** The network only: IPv4 to 24 bits, IPv6 to 48; null when it was no address. */
  readonly remoteAddress: string | null;
  /** ISO 3166 alpha-2, lower case, as the operator's proxy tells it; null: not told; absent: stored before it was noted. */
  readonly country?: string | null;
  /** null: the event counts. */
  readonly invalidTraffic: InvalidTraffic | null;
  /** USD that the find offered for this very event, 0 where it is free; null: stored before finds offered prices. */
  readonly price: Amount | null;
  /** True for a click that counts only once the landing page confirms the click: its offer said so. */
  readonly needsConfirmation: boolean;
  /** True where it was offered to a site of the web; absent: stored before it was noted. */
  readonly isWeb?: boolean;
  /**
   * True where the tag has measured it: that the ad was seen for long enough, or that a press made the click; absent: stored
   * before tags told. @see docs/tag.md "Evidence"
   */
  readonly isMeasured?: boolean;
  /** True for a view that costs something only where the tag has measured it: its offer said so; absent: any view will do. */
  readonly requiresViewability?: true;
  /** True where the site is the advertiser’s own, so it costs nothing; absent: it is not, or it was stored before such events were free. */
  readonly isOwn?: true;
  /** The other server whose site has shown it; absent: a site of ours has. */
  readonly peer?: PeerCase;
  /** The other server whose creative was shown, by its ledger address; absent: the creative is ours. */
  readonly demandServer?: string;
  /**
   * Of a view, the how manyth view of the campaign by its visitor it is, and of a click, how many such views there were: 1 to 255;
   * absent: not known, or stored before it was noted. @see docs/http-api.md "Reach and frequency"
   */
  readonly frequency?: number;
}

/** The id that every event of one offer shares, and the case of a client that names none. */
export function offerIdOf(
  offer: Pick<Offer, 'requestId' | 'placementId' | 'creativeId' | 'ordinal'>,
): string {
  const { requestId, placementId, creativeId, ordinal } = offer;
  return hash('sha256', `${requestId}${placementId}${creativeId}${ordinal}`).slice(0, 32);
}

/** See {@link AdEvent.id}. */
export function eventIdOf(
  kind: EventKind,
  offerId: string,
  invalidTraffic: InvalidTraffic | null,
): string {
  return invalidTraffic === null ? `${kind}:${offerId}` : `${kind}:${offerId}:${invalidTraffic}`;
}

/**
 * The time whose clock hour has the budget and the rate of an event: that of its offer. What was stored before offers ran out
 * is paid out of the hour in which it happened.
 *
 * @see docs/contract.md §7
 */
export function budgetTimeOf({
  exp,
  offeredAt,
  occurredAt,
}: Pick<AdEvent, 'exp' | 'offeredAt' | 'occurredAt'>): Date {
  return exp === undefined ? occurredAt : offeredAt;
}

/** Parts of the work of verifying, each with the advertisers of one first digit. */
export const partitions = Array.from({ length: 16 }, (_value, at) => at);

/** The part, 0 to 15, of the work of verifying that an event belongs to: all of an advertiser's belong to one. */
export function partitionOf(advertiserId: string): number {
  return Number.parseInt(advertiserId.charAt(0), 16);
}

/** Cases of one place that are stored beside the first; more are answered alike and leave no trace. */
export const maxRepeats = 8;

/** The id under which the nth further case of a place is stored, from 1 to {@link maxRepeats}. */
export function repeatIdOf(id: string, nth: number): string {
  return `${id}:repeat:${nth}`;
}
