import type { DatabaseSession } from '../../platform/database/transaction';
import type { CreativeDocument, CreativeModel } from './creative-document.store';

/** Tells the room that creatives take. */
export function creativeRoom(creatives: CreativeModel) {
  return {
    /** Bytes of an advertiser's creatives, each counted as `least` bytes at least. */
    async sumBytes(advertiserId: string, least: number): Promise<number> {
      const [found] = await creatives.aggregate<{ readonly bytes: number }>([
        { $match: { advertiserId, deletedAt: null } },
        { $group: { _id: null, bytes: { $sum: { $max: ['$byteLength', least] } } } },
      ]);
      return found?.bytes ?? 0;
    },

    /** How many creatives a campaign has, and the bytes of each. @param session default: no transaction */
    async listByteLengths(
      campaignId: string,
      session?: DatabaseSession,
    ): Promise<readonly number[]> {
      const found = await creatives
        .find({ campaignId, deletedAt: null }, { byteLength: 1 }, session && { session })
        .lean<Pick<CreativeDocument, 'byteLength'>[]>();
      return found.map(({ byteLength }) => byteLength);
    },
  };
}
