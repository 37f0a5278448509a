import { type Amount, formatAmount } from '../../../amount';
import { hourOf } from '../../../hour';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Notice } from '../../../platform/notices/notice';
import { assertPresent } from '../../../present';
import { formatTime } from '../../../time';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import type { VerificationContext } from '../verification.context';
import { type AskedPrice, totalOf } from './asked-price';
import { budgetOf } from './budget-of-hour';
import type { BatchFacts } from './judge';

type Facts = Pick<BatchFacts, 'campaigns' | 'hours'>;

/** A clock hour of a campaign whose budget is used up. */
interface UsedHour {
  /** See `hourTallyIdOf`. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly hour: Date;
  /** Unit: 10^-11 USD. */
  readonly budget: Amount;
}

/**
 * Notes which clock hours a batch has used up.
 *
 * @param session of the transaction that gives the verdicts, after all that they spend was written down
 * @returns the notices of those of which it was not noted before.
 */
export async function noteUsedHours(
  { campaignHours }: Pick<VerificationContext, 'campaignHours'>,
  asked: readonly AskedPrice[],
  batch: { readonly facts: Facts; readonly now: Date; readonly session: DatabaseSession },
): Promise<readonly Notice[]> {
  const { facts, now, session } = batch;
  const noted = await campaignHours.noteUsedUp(usedHoursOf(asked, facts), now, session);
  return noted.map((one) => noticeOf(one, now));
}

/** Lists the hours whose budgets are used up after a batch: one more of the dearest price in it would exceed the budget. */
function usedHoursOf(
  asked: readonly AskedPrice[],
  { campaigns, hours }: Facts,
): readonly UsedHour[] {
  const askedOf = Map.groupBy(asked, ({ campaignId, budgetTime }) =>
    hourTallyIdOf(campaignId, budgetTime),
  );
  return [...askedOf].flatMap(([id, of]) => {
    const { campaignId, advertiserId, budgetTime, times } = assertPresent(
      of.at(-1),
      'a group has some',
    );
    const tally = hours.get(id) ?? null;
    const budget = budgetOf(times, campaigns.get(campaignId) ?? [], tally);
    if (budget === 0n) return [];
    const { paid, dearest } = totalOf(of);
    const isUsed = dearest > 0n && (tally?.spent ?? 0n) + paid + dearest > budget;
    return isUsed ? [{ id, campaignId, advertiserId, hour: hourOf(budgetTime), budget }] : [];
  });
}

function noticeOf({ campaignId, advertiserId, hour, budget }: UsedHour, at: Date): Notice {
  const amount = formatAmount(budget);
  const data = {
    ...{ campaignId, period: 'hour', budget: amount },
    ...{ hour: formatTime(hour), hourlyBudget: amount },
  };
  return { kind: 'campaign.budget_used', accountId: advertiserId, campaignId, at, data };
}
