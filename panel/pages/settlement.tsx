import { AuctionTypes } from '../operator/auction-type';
import { ExchangeRate } from '../operator/exchange-rate';
import { ReturnedPayments } from '../operator/returned-payments';
import { Settlement } from '../operator/settlement';
import { UnassignedDeposits } from '../operator/unassigned-deposits';
import { WaitingEarnings } from '../operator/waiting-earnings';
import { WaitingWithdrawals } from '../operator/waiting-withdrawals';
import { PageHead } from '../parts/page-head';
import { t } from '../texts/texts';

/** The server's payments, the problems that hold them, and the deposits. */
export function SettlementPage() {
  return (
    <>
      <PageHead title={t('operator.money')} about={t('operator.whatTheServerPaysWhat')} />
      <Settlement />
      <WaitingWithdrawals />
      <WaitingEarnings />
      <ReturnedPayments />
      <UnassignedDeposits />
      <ExchangeRate />
      <AuctionTypes />
    </>
  );
}
