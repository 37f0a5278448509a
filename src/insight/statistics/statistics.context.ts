import type { Logger } from 'pino';
import type { EventRemovalContext } from '../../market/events/kept-events';
import type { InTransaction } from '../../platform/database/transaction';
import type { FairTurns } from '../../platform/limits/fair-turns';
import type { ListContext } from '../../platform/lists/list.service';
import type { ConversionFiguresStore } from './questions/conversion-figures.store';
import type { CountableEventStore } from './facts/countable-event.store';
import type { DescribedStore } from './questions/described.store';
import type { FigureTouchStore } from './roll-ups/figure-touch.store';
import type { RequestCountStore } from './requests/request-count.store';
import type { RequestCounts } from './requests/request-counts';
import type { RollUpStore } from './roll-ups/roll-up.store';
import type { StatisticsChangeStore } from './facts/statistics-change.store';
import type { StatisticsRebuildStore } from './roll-ups/statistics-rebuild.store';
import type { VisitorDayStore } from './first-views/visitor-day.store';

/** The stores and services that statistics need. */
export interface StatisticsContext extends ListContext, EventRemovalContext {
  readonly statisticsChanges: StatisticsChangeStore;
  readonly statisticsRebuilds: StatisticsRebuildStore;
  readonly figureTouches: FigureTouchStore;
  readonly requestCounts: RequestCounts;
  readonly requestCountStore: RequestCountStore;
  readonly rollUps: RollUpStore;
  readonly visitorDays: VisitorDayStore;
  readonly countableEvents: CountableEventStore;
  readonly conversionFigures: ConversionFiguresStore;
  readonly described: DescribedStore;
  /** Answers that are read at once. */
  readonly statisticsTurns: FairTurns;
  readonly inTransaction: InTransaction;
  readonly now: () => Date;
  readonly log: Logger;
}
