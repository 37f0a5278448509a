import type { CampaignTermChanges } from '../../../src/demand/campaigns/campaign.resource';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { TestApp } from '../../support/app';
import { usd } from '../../support/campaigns';
import type { MonthCampaign } from './month-campaigns';

/** A change of a campaign in its flight. */
interface MonthEdit {
  readonly name: string;
  /** The part of the month that has passed by then. */
  readonly after: number;
  readonly changes: CampaignTermChanges;
}

/** A change, and when it was made. */
export interface MadeEdit extends MonthEdit {
  readonly at: Date;
  /** The schedule until then; null: none. */
  readonly formerSchedule: readonly string[] | null;
  /** The budget of a day until then; null: none. */
  readonly formerDailyBudget: bigint | null;
}

/** A flight that is paused and goes on, one with more money and one with less from then on, another schedule, and days with more and less money. */
function monthEdits(days: number): readonly MonthEdit[] {
  const total = (percent: bigint) => (usd('1') * percent * BigInt(Math.ceil(days))) / 100n;
  const evening = (Math.floor(days * 0.25) + 0.25) / days;
  return [
    { name: 'raised', after: evening, changes: { dailyBudget: usd('0.4') } },
    { name: 'lowered', after: evening, changes: { dailyBudget: usd('0.3') } },
    { name: 'flight 0', after: 0.2, changes: { status: 'inactive' } },
    { name: 'flight 0', after: 0.27, changes: { status: 'active' } },
    { name: 'flight raised', after: 0.25, changes: { totalBudget: total(140n) } },
    {
      ...{ name: 'flight 3', after: 0.5 },
      changes: { hourlyBudget: usd('0.4'), totalBudget: total(80n) },
    },
    {
      ...{ name: 'scheduled 4', after: 0.2 },
      changes: { schedule: ['Mo-Su 20:00-24:00', 'Mo-Su 00:00-06:00'] },
    },
  ];
}

type Owned = Parameters<typeof updateCampaign>[1];

/** The edits of a month, as they are made. */
export class MonthEdits {
  readonly made: MadeEdit[] = [];
  readonly #due: MonthEdit[];
  readonly #ids = new Map<string, Omit<Owned, 'changes'>>();

  /** @param app serves all of the campaigns */
  constructor(
    private readonly campaigns: readonly MonthCampaign[],
    days: number,
    { ctx }: TestApp,
  ) {
    this.#due = monthEdits(days).toSorted((one, other) => one.after - other.after);
    for (const { id, name, advertiserId } of ctx.inventory.campaigns())
      this.#ids.set(name, { id, advertiserId });
  }

  /**
   * Makes those that are due, at the first gateway. The others are told, as the change feed tells them.
   *
   * @param passed the part of the month that has passed
   */
  async make(apps: readonly TestApp[], passed: number, now: Date): Promise<void> {
    const [app] = apps;
    for (let edit = this.#due[0]; app && edit && edit.after <= passed; edit = this.#due[0]) {
      this.#due.shift();
      const { name, changes } = edit;
      const own = this.#ids.get(name);
      const former = this.campaigns.find((one) => one.name === name);
      if (!own || !former) throw new Error(`nobody can change ${name}`);
      await updateCampaign(app.ctx, { ...own, changes });
      for (const { ctx } of apps)
        await ctx.inventory.refresh({ campaignIds: [own.id], creativeIds: [] });
      // Offers tell their time in quarters of a second.
      const at = new Date(Math.floor(now.getTime() / 250) * 250);
      const { schedule = null, dailyBudget = null } = former.terms;
      this.made.push({ ...edit, at, formerSchedule: schedule, formerDailyBudget: dailyBudget });
    }
  }

  /** The money that a campaign was to spend in the end; null: no such goal. */
  goalOf({ name, goal }: MonthCampaign): bigint | null {
    const totals = this.made.filter((edit) => edit.name === name && edit.changes.totalBudget);
    return goal === null ? null : (totals.at(-1)?.changes.totalBudget ?? goal);
  }
}
