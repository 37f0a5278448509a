import type { Amount } from '../../../amount';
import {
  emptyMinute,
  type HourTally,
  judgedWithin,
  type MinuteTally,
} from '../../budgets/hour-tally';

type ChangingTally = Omit<HourTally, 'minutes'> & { readonly minutes: Map<number, MinuteTally> };

/**
 * The tallies of an hour that is played again. What was set aside for offers is as it was stored; what clicks and conversions
 * take beside it begins at 0, and follows from the verdicts of now.
 */
export class ReplayedTallies {
  private readonly tallies: Map<string, ChangingTally>;

  /** @param stored by the ids of `hourTallyIdOf` */
  constructor(stored: ReadonlyMap<string, HourTally>) {
    this.tallies = new Map([...stored].map(([id, tally]) => [id, withoutBeside(tally)]));
  }

  /** By the ids of `hourTallyIdOf`: up to what was judged last. */
  get current(): ReadonlyMap<string, HourTally> {
    return this.tallies;
  }

  /** Notes what a click or a conversion takes. */
  takeBeside(
    id: string,
    price: Amount,
    { budgetTime, firstJudgedAt }: { readonly budgetTime: Date; readonly firstJudgedAt: Date },
  ): void {
    if (price === 0n) return;
    const tally: ChangingTally = this.tallies.get(id) ?? {
      ...{ spent: 0n, version: 0 },
      minutes: new Map<number, MinuteTally>(),
    };
    const minute = judgedWithin(budgetTime, firstJudgedAt).getUTCMinutes();
    const before = tally.minutes.get(minute) ?? emptyMinute;
    tally.minutes.set(minute, { ...before, beside: before.beside + price });
    this.tallies.set(id, tally);
  }
}

function withoutBeside(tally: HourTally): ChangingTally {
  const minutes = [...tally.minutes].map(
    ([minute, of]) => [minute, { ...of, beside: 0n }] as const,
  );
  return { ...tally, minutes: new Map(minutes) };
}
