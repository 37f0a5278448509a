import { randomBytes } from 'node:crypto';
import { creativeResource, type NewCreative } from '../../src/demand/creatives/creative.resource';
import { exampleOf } from '../../src/platform/resources/resource';

/** An image of 300 by 250 pixels, whose content is not stored. */
export function aCreative(
  change: Partial<NewCreative> & Pick<NewCreative, 'id' | 'campaignId' | 'advertiserId'>,
): NewCreative {
  const { createdAt, updatedAt, status, rejectionReason, keywords, ...example } =
    exampleOf(creativeResource);
  return {
    ...example,
    name: 'Banner',
    type: 'image',
    mime: 'image/png',
    scope: '300x250',
    hash: randomBytes(20).toString('hex'),
    byteLength: 1_000,
    contentId: randomBytes(32).toString('hex'),
    ...change,
  };
}
