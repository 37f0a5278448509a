import type { PlatformMembers } from '../../../platform/platform.members';
import type { MoneyMembers } from '../../money.members';

/** The stores and the ledger that keeping the ledger's log needs. */
export interface KeptLogContext
  extends Pick<PlatformMembers, 'config' | 'ledger' | 'now'>,
    Pick<MoneyMembers, 'keptLog'> {}
