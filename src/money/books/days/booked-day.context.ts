import type { MoneyMembers } from '../../money.members';
import type { BookContext } from '../book.context';

/** The stores that statements of days need. */
export interface BookedDayContext extends BookContext, Pick<MoneyMembers, 'bookedDays'> {}
