import type { PlatformMembers } from '../../platform/platform.members';
import type { MoneyMembers } from '../money.members';

/** The context of the services and jobs of rates. */
export interface RateContext
  extends Pick<PlatformMembers, 'now' | 'log'>,
    Pick<MoneyMembers, 'rates' | 'rateStore' | 'fetchRate'> {}
