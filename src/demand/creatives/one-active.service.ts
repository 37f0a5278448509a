import type { CreativeContext } from './creative.context';
import { type AppError, invalid } from '../../errors';
import { oneByOne } from '../../one-by-one';
import type { Creative } from './creative';

/**
 * Takes an active creative out of the running, unless its active campaign would be left without one. Looks again when
 * it is out: of two that go at once by two processes, each saw the other, and both come back.
 *
 * @param field what the request calls that which takes it out
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
