import { randomBytes } from 'node:crypto';
import { type AdEvent, eventIdOf } from '../../src/market/events/event';

/** 32 lower-case hex, never the same. */
export const anId = () => randomBytes(16).toString('hex');

/** A complete, valid event of its own case. */
export function anEvent(change: Partial<AdEvent> = {}): AdEvent {
  const { kind = 'impression', offerId = anId(), invalidTraffic = null } = change;
  return {
    id: eventIdOf(kind, offerId, invalidTraffic),
    kind,
    caseId: anId(),
    requestId: anId(),
    placementId: anId(),
    siteId: anId(),
    publisherId: anId(),
    creativeId: anId(),
    campaignId: anId(),
    advertiserId: anId(),
    offerId,
    offeredAt: new Date('2026-05-01T12:00:00Z'),
    occurredAt: new Date('2026-05-01T12:00:07.250Z'),
    trackingId: anId(),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    remoteAddress: '203.0.113.0',
    invalidTraffic,
    price: 200_000_000n,
    needsConfirmation: false,
    ...change,
  };
}
