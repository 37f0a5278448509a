import type { Connection } from 'mongoose';
import { createBookStore } from './books/book.store';
import { createBookedDayStore } from './books/days/booked-day.store';
import { createChargedEventStore } from './books/checks/charged-event.store';
import { createKeptLogStore } from './books/kept-log/kept-log.store';
import { createCampaignHourStore } from './budgets/campaign-hour.store';
import { createPeerDayStore } from './budgets/peer-day.store';
import { createClaimStore } from './claims/claim.store';
import { createAwaitedTransferStore } from './deposits/awaited-transfer.store';
import { createDepositStore } from './deposits/deposit.store';
import { createPaymentBatchStore } from './payments/batch/payment-batch.store';
import { createPayeeStore } from './payments/due/payee.store';
import { createTransferOrderStore } from './payments/orders/transfer-order.store';
import { createPaymentStore } from './payments/payment.store';
import { createSettlementStore } from './payments/settlement.store';
import { createAcceptedViewStore } from './peer-export/accepted-view.store';
import { createPeerCreditStore } from './peer-receipts/peer-credit.store';
import { createPaidHourStore } from './peer-receipts/paid-hour.store';
import { createPeerReceiptStore } from './peer-receipts/peer-receipt.store';
import { createReceiptBoostStore } from './peer-receipts/receipt-boost.store';
import { createShownCaseStore } from './peer-receipts/shown-case.store';
import { createRateStore } from './rates/rate.store';
import { createConvertedCaseStore } from './remittances/converted-case.store';
import { createPeerEarningStore } from './remittances/peer-earning.store';
import { createPeerTotalsStore } from './remittances/peer-totals.store';
import { createRemittanceStore } from './remittances/remittance.store';
import { createCorrectionStore } from './verification/again/correction.store';
import { createPreparedPaymentStore } from './verification/again/prepared-payment.store';
import { createConversionVerificationStore } from './verification/conversion-verification.store';
import { createOpenVerdictStore } from './verification/judge/open-verdict.store';
import { createPastEventStore } from './verification/judge/past-event.store';
import { createTallyStore } from './verification/judge/tally.store';
import { createVerificationStore } from './verification/verification.store';
import { createVerifiedEventStore } from './verification/verified-event.store';
import { createWithdrawalStore } from './withdrawals/withdrawal.store';

/** Makes the stores of this wing, which are members of the context. */
export function createMoneyStores(db: Connection) {
  const paymentBatches = createPaymentBatchStore(db);
  return {
    books: createBookStore(db),
    bookedDays: createBookedDayStore(db),
    verification: createVerificationStore(db),
    verifiedEvents: createVerifiedEventStore(db),
    pastEvents: createPastEventStore(db),
    preparedPayments: createPreparedPaymentStore(db),
    corrections: createCorrectionStore(db),
    conversionVerification: createConversionVerificationStore(db),
    caseTallies: createTallyStore(db),
    chargedEvents: createChargedEventStore(db),
    campaignHours: createCampaignHourStore(db),
    openVerdicts: createOpenVerdictStore(db),
    rateStore: createRateStore(db),
    payments: createPaymentStore(db, paymentBatches),
    paymentBatches,
    transferOrders: createTransferOrderStore(db),
    payees: createPayeeStore(db),
    settlements: createSettlementStore(db),
    awaitedTransfers: createAwaitedTransferStore(db),
    keptLog: createKeptLogStore(db),
    deposits: createDepositStore(db),
    addressClaims: createClaimStore(db),
    withdrawals: createWithdrawalStore(db),
    acceptedViews: createAcceptedViewStore(db),
    peerDays: createPeerDayStore(db),
    peerCredits: createPeerCreditStore(db),
    peerPaidHours: createPaidHourStore(db),
    peerReceipts: createPeerReceiptStore(db),
    receiptBoosts: createReceiptBoostStore(db),
    shownCases: createShownCaseStore(db),
    remittances: createRemittanceStore(db),
    peerEarnings: createPeerEarningStore(db),
    peerTotals: createPeerTotalsStore(db),
    convertedCases: createConvertedCaseStore(db),
  };
}
