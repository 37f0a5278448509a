import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';
import type { DepositStore } from '../deposits/deposit.store';
import type { OpenVerdictStore } from '../verification/judge/open-verdict.store';
import type { WithdrawalStore } from '../withdrawals/withdrawal.store';
import type { PayeeStore } from './due/payee.store';
import type { PaymentStore } from './payment.store';
import type { PaymentBatchStore } from './batch/payment-batch.store';
import type { SettlementStore } from './settlement.store';

/** The context of the services and jobs of payments. */
export interface PaymentContext extends BookContext, NoticeContext {
  readonly config: Config;
  readonly accounts: AccountStore;
  readonly deposits: DepositStore;
  readonly payments: PaymentStore;
  readonly paymentBatches: PaymentBatchStore;
  readonly payees: PayeeStore;
  readonly withdrawals: WithdrawalStore;
  readonly settlements: SettlementStore;
  readonly openVerdicts: OpenVerdictStore;
  /** null where the settings name no wallet: this gateway settles nothing. */
  readonly ledger: LedgerClient | null;
  readonly randomBytes: (length: number) => Buffer;
  readonly log: Logger;
}

/** The context where there is a wallet. */
export interface SettlingContext extends PaymentContext {
  readonly ledger: LedgerClient;
}
