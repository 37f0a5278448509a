import type { AccountContext } from '../../identity/accounts/account.context';
import type { PaymentContext } from '../payments/payment.context';
import type { PocketContext } from '../pockets/pocket.context';

/** What the services and jobs of withdrawals use of the outside. */
export type WithdrawalContext = PocketContext & PaymentContext & AccountContext;
