import { formatAmount, type Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Notice } from '../../../platform/notices/notice';
import { assertPresent } from '../../../present';
import { formatTime } from '../../../time';
import type { VerificationContext } from '../verification.context';
import { type AskedPrice, totalOf } from './asked-price';
import type { PeriodFacts } from './period-budgets';
import { dayOfCampaign, hasPeriodLimits, periodLimitsOf } from './period-limit';

type Facts = Pick<PeriodFacts, 'campaigns' | 'periods'>;

/** A day of a campaign, or its whole life, that can pay for nothing more of what it has paid for. */
interface UsedPeriod {
  /** See `campaign-period.store`. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  /** The begin of the day; null: the whole life. */
  readonly day: Date | null;
  /** Unit: 10^-11 USD. */
  readonly budget: Amount;
}

/**
 * Notes which days and whole lives a batch has used up: see `noteUsedUp` of `campaign-period.store`.
 *
 * @param session of the transaction that gives the verdicts, after all that they spend was written down
 * @returns the notices of those of which it was not noted before.
 */
export async function noteUsedPeriods(
  { campaignHours }: Pick<VerificationContext, 'campaignHours'>,
  asked: readonly AskedPrice[],
  batch: { readonly facts: Facts; readonly now: Date; readonly session: DatabaseSession },
): Promise<readonly Notice[]> {
  const { facts, now, session } = batch;
  const noted = await campaignHours.periods.noteUsedUp(usedPeriodsOf(asked, facts), session);
  return noted.map((one) => noticeOf(one, now));
}

/** Days and whole lives that a batch has used up, or found to be: one more of the dearest price in it would be too much. */
function usedPeriodsOf(asked: readonly AskedPrice[], facts: Facts): readonly UsedPeriod[] {
  const byCampaign = Map.groupBy(asked, ({ campaignId }) => campaignId);
  return [...byCampaign].flatMap(([campaignId, ofCampaign]) => {
    const states = facts.campaigns.get(campaignId) ?? [];
    if (!hasPeriodLimits(states)) return [];
    const days = Map.groupBy(ofCampaign, ({ budgetTime }) =>
      dayOfCampaign(states, budgetTime).from.getTime(),
    );
    return [
      ...usedBy(ofCampaign, facts).filter(({ day }) => day === null),
      ...[...days.values()].flatMap((of) => usedBy(of, facts).filter(({ day }) => day !== null)),
    ];
  });
}

/** @param asked of one campaign */
function usedBy(
  asked: readonly AskedPrice[],
  { campaigns, periods }: Facts,
): readonly UsedPeriod[] {
  const { campaignId, advertiserId, budgetTime } = assertPresent(asked.at(-1), 'a group has some');
  const { paid, dearest } = totalOf(asked);
  if (dearest === 0n) return [];
  return periodLimitsOf(campaignId, campaigns.get(campaignId) ?? [], budgetTime).flatMap(
    ({ id, limit: budget, day }) => {
      const spent = (periods.get(id)?.spent ?? 0n) + paid;
      const used = { id, campaignId, advertiserId, day: day && day.from, budget };
      return spent + dearest > budget ? [used] : [];
    },
  );
}

function noticeOf({ campaignId, advertiserId, day, budget }: UsedPeriod, at: Date): Notice {
  const data = {
    ...{ campaignId, period: day ? 'day' : 'total', budget: formatAmount(budget) },
    ...(day && { day: formatTime(day) }),
  };
  return { kind: 'campaign.budget_used', accountId: advertiserId, campaignId, at, data };
}
