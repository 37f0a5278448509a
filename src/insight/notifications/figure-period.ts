import { dayMs } from '../../time';
import type { MailedKind } from './mailed-kinds';

/** Some whole days of UTC. */
interface Days {
  readonly from: Date;
  /** The first moment that is not meant. */
  readonly to: Date;
}

/** A span whose figures come by mail when it is over. */
export interface FigurePeriod {
  readonly kind: Extract<MailedKind, `figures.${string}`>;
  /** The last one that was over at a time. */
  lastOver(at: Date): Days;
}

const daysOfWeek = 7;
/** Days between 1 January 1970, a Thursday, and the Monday before it. */
const sinceMonday = 3;

const week: FigurePeriod = {
  kind: 'figures.week',
  lastOver(at) {
    const day = Math.floor(at.getTime() / dayMs);
    const monday = day - ((day + sinceMonday) % daysOfWeek);
    return { from: new Date((monday - daysOfWeek) * dayMs), to: new Date(monday * dayMs) };
  },
};

const month: FigurePeriod = {
  kind: 'figures.month',
  lastOver(at) {
    const first = (months: number) =>
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
    return { from: first(-1), to: first(0) };
  },
};

/** Weeks from Monday on, and calendar months. */
export const figurePeriods: readonly FigurePeriod[] = [week, month];
