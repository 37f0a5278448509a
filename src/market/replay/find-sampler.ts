import { hourIdOf, hourOfId } from '../../hour';
import type { FindSampleStore } from './find-sample.store';
import type { SampledFind } from './sampled-find';

export interface FindSamplerOptions {
  readonly store: Pick<FindSampleStore, 'put'>;
  /** Names this process among those that keep finds of the same hour. */
  readonly processId: string;
  readonly now: () => Date;
  /** Draws a number from 0 to 1. Default: any. */
  readonly draw?: () => number;
}

/** So many finds of an hour are kept. */
export const keptOfHour = 48;

interface Drawn {
  readonly lot: number;
  readonly find: SampledFind;
}

interface OpenHour {
  readonly since: Date;
  finds: number;
  /** By their lots, the smallest first. */
  readonly drawn: Drawn[];
  isStored: boolean;
}

/**
 * Keeps some finds of each hour for forecasts: each draws a lot, and those with the smallest lots are kept. So each find
 * is as likely to be kept as any other, and most of them cost a draw and no more.
 */
export class FindSampler {
  private readonly hours = new Map<number, OpenHour>();
  private readonly draw: () => number;

  constructor(private readonly options: FindSamplerOptions) {
    this.draw = options.draw ?? Math.random;
  }

  /** Is told of every find after it was answered. */
  note<Imp>(imps: readonly Imp[], sample: (imp: Imp) => SampledFind): void {
    if (imps.length === 0) return;
    const open = this.openHour();
    open.finds += imps.length;
    open.isStored = false;
    for (const imp of imps) {
      const lot = this.draw();
      if (open.drawn.length < keptOfHour || lot < (open.drawn.at(-1)?.lot ?? 0))
        keep(open.drawn, { lot, find: sample(imp) });
    }
  }

  /** Stores what has changed since the last call; on failure it is stored by the next. */
  async flush(): Promise<void> {
    const thisHour = hourIdOf(this.options.now());
    for (const [number, open] of this.hours) {
      if (!open.isStored) await this.storeHour(number, open);
      // Nothing comes to an hour that is over.
      if (number < thisHour) this.hours.delete(number);
    }
  }

  private async storeHour(number: number, open: OpenHour): Promise<void> {
    const { store, processId } = this.options;
    const { since, finds, drawn } = open;
    open.isStored = true;
    try {
      const kept = drawn.map(({ find }) => find);
      await store.put(processId, { hour: hourOfId(number), since, finds, kept });
    } catch (error) {
      open.isStored = false;
      throw error;
    }
  }

  private openHour(): OpenHour {
    const since = this.options.now();
    const number = hourIdOf(since);
    let open = this.hours.get(number);
    if (!open) this.hours.set(number, (open = { since, finds: 0, drawn: [], isStored: true }));
    return open;
  }
}

function keep(drawn: Drawn[], one: Drawn): void {
  let at = drawn.length;
  while (at > 0 && (drawn[at - 1]?.lot ?? 0) > one.lot) at -= 1;
  drawn.splice(at, 0, one);
  if (drawn.length > keptOfHour) drawn.pop();
}
