import { hash } from 'node:crypto';
import type { EventKind, Offer } from './event-token';

/** Why an event is recorded but earns nothing; see contract 6. */
export type InvalidTraffic = 'bot' | 'prefetch' | 'data_center' | 'no_impression';

/** A viewable impression or a click, as it is stored. Ids are 32 lower-case hex unless stated. */
export interface AdEvent {
  /**
   * `<kind>:<caseId>`, and for invalid traffic `<kind>:<caseId>:<reason>`: a case has one impression and one click
   * that count, and a link preview that comes first does not take the place of the visitor.
   */
  readonly id: string;
  readonly kind: EventKind;
  readonly caseId: string;
  /** The find that the offer was made in. */
  readonly requestId: string;
  readonly placementId: string;
  readonly siteId: string;
  readonly publisherId: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  /** Request + placement + creative: two cases of one offer share it, however a client chose their ids. */
  readonly offerId: string;
  readonly offeredAt: Date;
  readonly occurredAt: Date;
  /** null: a visitor who is not tracked. */
  readonly trackingId: string | null;
  /** At most 512 characters. */
  readonly userAgent: string;
  /** The network only: IPv4 to 24 bits, IPv6 to 48; null when it was no address. */
  readonly remoteAddress: string | null;
  /** null: the event counts. */
  readonly invalidTraffic: InvalidTraffic | null;
}

/** The id that every event of one offer shares, and the case of a client that names none. */
export function offerIdOf(offer: Offer): string {
  const { requestId, placementId, creativeId } = offer;
  return hash('sha256', `${requestId}${placementId}${creativeId}`).slice(0, 32);
}

/** See {@link AdEvent.id}. */
export function eventIdOf(
  kind: EventKind,
  caseId: string,
  invalidTraffic: InvalidTraffic | null,
): string {
  return invalidTraffic === null ? `${kind}:${caseId}` : `${kind}:${caseId}:${invalidTraffic}`;
}
