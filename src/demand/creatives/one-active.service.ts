import type { CreativeContext } from './creative.context';
import { type AppError, invalid } from '../../errors';
import { oneByOne } from '../../turns';
import type { Creative } from './creative.resource';

/**
 * Takes an active creative out, unless its active campaign would have none left. Checks again afterwards: if two
 * processes did this at once, both undo it.
 *
 * @param field the name in the request of the member that takes it out
 * @throws {AppError} `VALIDATION_FAILED` when it may not go, and what the steps throw.
 */
export function keepingOneActive<Result>(
  ctx: CreativeContext,
  creative: Creative,
  field: string,
  step: Step<Result>,
): Promise<Result> {
  return oneByOne(`campaign ${creative.campaignId}`, () => takeOut(ctx, creative, field, step));
}

interface Step<Result> {
  act(): Promise<Result>;
  undo(): Promise<unknown>;
}

async function takeOut<Result>(
  ctx: CreativeContext,
  creative: Creative,
  field: string,
  step: Step<Result>,
): Promise<Result> {
  const { campaignId, advertiserId } = creative;
  const campaign = await ctx.campaigns.findById(campaignId);
  if (campaign?.status === 'active' && !(await ctx.creatives.hasActive(campaignId, creative.id)))
    throw lastActive(field);
  const result = await step.act();
  // The campaign is marked as changed: an activation that has judged by what it saw before fails.
  const marked = await ctx.campaigns.update({ id: campaignId, advertiserId }, {});
  if (marked?.status !== 'active' || (await ctx.creatives.hasActive(campaignId))) return result;
  await step.undo();
  throw lastActive(field);
}

function lastActive(field: string): AppError {
  const problem = 'is the last active creative of an active campaign';
  return invalid({ [field]: [problem] });
}
