import type { Logger } from 'pino';
import type { InTransaction } from '../../platform/database/transaction';
import type { ListContext } from '../../platform/lists/list.service';
import type { CountableEventStore } from './countable-event.store';
import type { DescribedStore } from './described.store';
import type { RollUpStore } from './roll-up.store';
import type { StatisticsChangeStore } from './statistics-change.store';
import type { VisitorDayStore } from './visitor-day.store';

/** What statistics use of the outside. */
export interface StatisticsContext extends ListContext {
  readonly statisticsChanges: StatisticsChangeStore;
  readonly rollUps: RollUpStore;
  readonly visitorDays: VisitorDayStore;
  readonly countableEvents: CountableEventStore;
  readonly described: DescribedStore;
  readonly inTransaction: InTransaction;
  readonly now: () => Date;
  readonly log: Logger;
}
