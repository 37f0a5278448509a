import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { createContentStore } from '../../src/demand/contents/content.store';
import { digestOf } from '../../src/demand/contents/digest';
import type { Creative } from '../../src/demand/creatives/creative.resource';
import { createCreativeStore } from '../../src/demand/creatives/creative.store';
import { aCreative } from '../../test/support/creatives';
import { anId } from './chance';

/** Stores an active image of a campaign, with its content. */
export async function insertImage(
  db: Connection,
  creative: Pick<Creative, 'id' | 'campaignId' | 'advertiserId'>,
  bytes: Buffer,
): Promise<void> {
  await createContentStore(db, null).put([bytes]);
  const image = aCreative({
    ...creative,
    hash: createHash('sha1').update(bytes).digest('hex'),
    contentId: digestOf(bytes),
    byteLength: bytes.length,
  });
  await createCreativeStore(db, () => new Date()).insert([image], anId(), new Date());
}
