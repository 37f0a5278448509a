import { balances } from './balances';
import type { BookCheck } from './book-check';
import { charges } from './charges';
import { clearing } from './clearing';
import { chargedConversions } from './conversions';
import { ledgerDeposits } from './deposits';
import { entries } from './entries';
import { ledgerLog } from './ledger';
import { orderedTransfers } from './orders';
import { preparedPayments } from './payments';
import { peerReceipts } from './receipts';
import { receivedFromPeers } from './received';
import { paidRemittances } from './remittances';

/** All of them, in the order in which they run. */
export const bookChecks: readonly BookCheck[] = [
  entries,
  balances,
  charges,
  chargedConversions,
  clearing,
  preparedPayments,
  orderedTransfers,
  peerReceipts,
  receivedFromPeers,
  paidRemittances,
  ledgerLog,
  ledgerDeposits,
];
