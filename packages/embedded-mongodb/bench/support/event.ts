import { randomBytes } from 'node:crypto';
import { Binary, ObjectId } from 'bson';

/** A document of the size and the types that a server of ads stores most. */
export function anEvent() {
  return {
    _id: new ObjectId(),
    type: 'impression',
    eventId: new Binary(randomBytes(16), 4),
    campaignId: new Binary(randomBytes(16), 4),
    creativeId: new Binary(randomBytes(16), 4),
    placementId: new Binary(randomBytes(16), 4),
    siteId: new Binary(randomBytes(16), 4),
    userId: randomBytes(12).toString('base64url'),
    at: new Date(),
    cost: 123_456n,
    currency: 'TST',
    country: 'de',
    device: 'phone',
    isViewable: true,
    score: 0.75,
  };
}
