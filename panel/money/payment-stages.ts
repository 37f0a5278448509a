import { sentence } from '../parts/problem';
import { problemInLanguage } from '../texts/server-words';
import { t } from '../texts/texts';
import type { Stage } from './stages';

/** As much of a payment as says how far it is. */
export interface PaymentOnItsWay {
  readonly preparedAt: string;
  readonly sentAt: string | null;
  /** Why it waits; null: nothing to say. */
  readonly reason: string | null;
}

/** The way of a payment to its end on the ledger, and what its next stage waits for. */
export const stagesOfPayment = (payment: PaymentOnItsWay): readonly Stage[] => [
  { title: t('money.stagePrepared'), at: payment.preparedAt },
  ...stagesOnLedger(payment),
];

/** Stages after the preparation. @param payment null: there is none yet */
export function stagesOnLedger(payment: PaymentOnItsWay | null): readonly Stage[] {
  const reason = payment?.reason == null ? null : sentence(problemInLanguage(payment.reason));
  const sentAt = payment?.sentAt ?? null;
  return [
    {
      title: t('money.stageSent'),
      at: sentAt,
      text: sentAt === null ? (reason ?? t('money.waitsForSending')) : null,
    },
    { title: t('money.stageArrived'), at: null, text: reason ?? t('money.waitsForItsBlock') },
  ];
}
