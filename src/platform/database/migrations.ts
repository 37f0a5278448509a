import { firstForm } from './migrations/0001-first-form';
import { unpricedEvents } from './migrations/0002-unpriced-events';
import { firstStates } from './migrations/0003-first-states';
import { conversionClaims } from './migrations/0004-conversion-claims';
import { dueConversions } from './migrations/0005-due-conversions';
import { provenAddresses } from './migrations/0006-proven-addresses';
import { unusedIndexes } from './migrations/0007-unused-indexes';
import { countedHours } from './migrations/0008-counted-hours';
import { expiringClaims } from './migrations/0009-expiring-claims';
import { chargedEvents } from './migrations/0010-charged-events';
import { duePayees } from './migrations/0011-due-payees';
import { storedVersions } from './migrations/0012-stored-versions';
import { peersBeginOff } from './migrations/0013-peers-begin-off';
import { earnedByPeers } from './migrations/0014-earned-by-peers';
import { periodBudgets } from './migrations/0015-period-budgets';
import { layeredRollUps } from './migrations/0016-layered-roll-ups';
import { duePeerCreatives } from './migrations/0017-due-peer-creatives';
import { newestReceipts } from './migrations/0018-newest-receipts';
import { noMailsAtAll } from './migrations/0019-no-mails-at-all';
import { peersInCapitals } from './migrations/0020-peers-in-capitals';
import type { Migration } from './migrations/migration';

/** All of them, in their order. */
export const migrations: readonly Migration[] = [
  firstForm,
  unpricedEvents,
  firstStates,
  conversionClaims,
  dueConversions,
  provenAddresses,
  unusedIndexes,
  countedHours,
  expiringClaims,
  chargedEvents,
  duePayees,
  storedVersions,
  peersBeginOff,
  earnedByPeers,
  periodBudgets,
  layeredRollUps,
  duePeerCreatives,
  newestReceipts,
  noMailsAtAll,
  peersInCapitals,
];
