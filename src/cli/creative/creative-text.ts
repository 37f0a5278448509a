import type { Creative } from '../../demand/creatives/creative.resource';
import { toDashed } from '../../id';

export const creativeArgument = { name: 'id', description: 'id of the creative' } as const;

/** A creative as `--json` prints it. */
export function toCreativeJson(creative: Creative) {
  const { id, campaignId, name, status, rejectionReason } = creative;
  return { id: toDashed(id), campaignId: toDashed(campaignId), name, status, rejectionReason };
}
