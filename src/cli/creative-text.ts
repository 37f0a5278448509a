import type { Creative } from '../demand/creatives/creative';
import { isUuid, toDashed, toId } from '../id';
import { CommandError } from './command';

export const creativeArgument = { name: 'id', description: 'id of the creative' } as const;

/** @throws {CommandError} for a text that is no id. */
export function readCreativeId(text: string): string {
  if (!isUuid(text))
    throw new CommandError(`${text} is no id of a creative: it has 32 hex digits`, 2);
  return toId(text);
}

/** A creative as `--json` prints it. */
export function toCreativeJson(creative: Creative) {
  const { id, campaignId, name, status, rejectionReason } = creative;
  return { id: toDashed(id), campaignId: toDashed(campaignId), name, status, rejectionReason };
}
