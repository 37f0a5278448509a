import type { AccountContext } from '../../identity/accounts/account.context';
import type { PaymentContext } from '../payments/payment.context';
import type { PocketContext } from '../pockets/pocket.context';

/** The context of the services and jobs of withdrawals. */
export type WithdrawalContext = PocketContext & PaymentContext & AccountContext;
