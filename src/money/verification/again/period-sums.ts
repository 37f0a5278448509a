import type { Amount } from '../../../amount';
import type { CampaignState } from '../../../demand/campaigns/campaign-state';
import type { TimedState } from '../../../platform/states/state-history';
import { secondMs } from '../../../time';
import { type CampaignPeriod, dayIdOf, totalIdOf } from '../../budgets/campaign-period.store';
import { dayOfCampaign, hasPeriodLimits, periodLimitsOf } from '../judge/period-limit';
import type { TimeRange } from '../judge/paid-within';
import type { VerificationContext } from '../verification.context';
import { chunksOf } from '../../../non-empty';

type States = readonly TimedState<CampaignState>[];
/** Histories in memory at a time. */
const historiesAtOnce = 500;

type ReadPeriods = (ids: readonly string[]) => Promise<ReadonlyMap<string, CampaignPeriod>>;

/** An event or a conversion that is judged again. */
interface Past {
  readonly campaignId: string;
  readonly budgetTime: Date;
  readonly firstJudgedAt: Date;
}

/**
 * The money that an advertiser's campaigns have spent of their days and in all, with what is corrected. Whatever stays accepted has its part
 * already: only what is accepted anew must fit beside it.
 */
export class PeriodSums {
  /** The histories of those that have, or had, such budgets. */
  readonly #limited = new Map<string, States>();
  /** As they are stored, by the ids of `campaign-period.store`. */
  #stored: ReadonlyMap<string, CampaignPeriod> = new Map();
  /** That corrections add, which are not stored yet. */
  readonly #added = new Map<string, Amount>();

  private constructor(private readonly read: ReadPeriods) {}

  /** @param campaignIds all that the advertiser ever had */
  static async of(
    { campaigns, campaignHours }: Pick<VerificationContext, 'campaigns' | 'campaignHours'>,
    campaignIds: readonly string[],
  ): Promise<PeriodSums> {
    const sums = new PeriodSums((ids) => campaignHours.periods.list(ids));
    for (const some of chunksOf(campaignIds, historiesAtOnce))
      for (const [id, states] of await campaigns.listStates(some))
        if (hasPeriodLimits(states)) sums.#limited.set(id, states);
    return sums;
  }

  /** Reads what an hour's events may take of. @param isApplied all corrections of hours before it are stored */
  async begin({ from, to }: TimeRange, { isApplied }: { readonly isApplied: boolean }) {
    if (isApplied) this.#added.clear();
    const last = new Date(to.getTime() - secondMs);
    const ids = [...this.#limited].flatMap(([campaignId, states]) => [
      totalIdOf(campaignId),
      ...[from, last].map((at) => dayIdOf(campaignId, dayOfCampaign(states, at).from)),
    ]);
    this.#stored = await this.read([...new Set(ids)]);
  }

  /** Money that is spent of the day and in all, by the ids of `campaign-period.store`. */
  spentFor({ campaignId, budgetTime }: Pick<Past, 'campaignId' | 'budgetTime'>) {
    const { from } = dayOfCampaign(this.#limited.get(campaignId) ?? [], budgetTime);
    const ids = [totalIdOf(campaignId), dayIdOf(campaignId, from)];
    return new Map(ids.map((id) => [id, { spent: this.#spentOf(id) }]));
  }

  /** USD that the budgets of then leave to one that is accepted anew; null: there were none. */
  leftFor({ campaignId, budgetTime, firstJudgedAt }: Past): Amount | null {
    const states = (this.#limited.get(campaignId) ?? []).filter(({ at }) => at <= firstJudgedAt);
    return periodLimitsOf(campaignId, states, budgetTime)
      .map(({ id, limit }) => limit - this.#spentOf(id))
      .reduce<Amount | null>(
        (least, left) => (least === null || left < least ? left : least),
        null,
      );
  }

  /** @param more USD; below 0: it was taken back */
  add({ campaignId, budgetTime }: Omit<Past, 'firstJudgedAt'>, more: Amount): void {
    const states = this.#limited.get(campaignId);
    if (more === 0n || states === undefined) return;
    const day = dayOfCampaign(states, budgetTime);
    for (const id of [totalIdOf(campaignId), dayIdOf(campaignId, day.from)])
      this.#added.set(id, (this.#added.get(id) ?? 0n) + more);
  }

  #spentOf(id: string): Amount {
    return (this.#stored.get(id)?.spent ?? 0n) + (this.#added.get(id) ?? 0n);
  }
}
