import type { PlatformMembers } from '../../platform/platform.members';
import type { InsightMembers } from '../insight.members';
import type { EventRemovalContext } from '../../market/events/kept-events';
import type { ListContext } from '../../platform/lists/list.service';

/** The stores and services that statistics need. */
export interface StatisticsContext
  extends ListContext,
    EventRemovalContext,
    Pick<PlatformMembers, 'inTransaction' | 'log'>,
    Pick<
      InsightMembers,
      | 'statisticsChanges'
      | 'statisticsShares'
      | 'statisticsRebuilds'
      | 'figureTouches'
      | 'requestCounts'
      | 'requestCountStore'
      | 'rollUps'
      | 'visitorDays'
      | 'countableEvents'
      | 'conversionFigures'
      | 'described'
      | 'statisticsTurns'
    > {}
