import type { CreativeContext } from './creative.context';
import { type AppError, invalid } from '../../errors';
import type { DatabaseSession } from '../../platform/database/transaction';
import { oneByOne } from '../../turns';
import type { Creative } from './creative.resource';

/**
 * Takes an active creative out, unless its active campaign would have none left. The campaign is marked as changed: another
 * such change waits, and an activation that has judged by what it saw before fails.
 *
 * @param field the name in the request of the member that takes it out
 * @throws {AppError} `VALIDATION_FAILED` when it may not go, and what `takeOut` throws: then nothing has changed.
 */
export function keepingOneActive<Result>(
  ctx: CreativeContext,
  { campaignId, advertiserId }: Creative,
  field: string,
  takeOut: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  const work = async (session: DatabaseSession) => {
    const marked = await ctx.campaigns.mark({ id: campaignId, advertiserId }, session);
    const result = await takeOut(session);
    if (marked?.status === 'active' && !(await ctx.creatives.hasActive(campaignId, session)))
      throw lastActive(field);
    return result;
  };
  return oneByOne(`campaign ${campaignId}`, () => ctx.inTransaction(work));
}

function lastActive(field: string): AppError {
  const problem = 'is the last active creative of an active campaign';
  return invalid({ [field]: [problem] });
}
