import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import { stagesOnLedger } from './payment-stages';
import type { Stage } from './stages';
import { describeUnpaid } from './unpaid';
import type { ListedWithdrawal } from './withdrawal';

/** The way of a withdrawal, and what its next stage waits for; null: it has come to its end. */
export function stagesOfWithdrawal(withdrawal: ListedWithdrawal): readonly Stage[] | null {
  const { step, requestedAt, approvedAt, payment } = withdrawal;
  const isOpen = ['unconfirmed', 'unapproved', 'approved', 'prepared'].includes(step);
  const isDone = payment?.state === 'confirmed' || payment?.state === 'returned';
  if (!isOpen || isDone) return null;
  return [
    { title: t('money.askedFor'), at: requestedAt },
    { title: t('money.stageConfirmed'), at: approvedAt, text: approvalText(withdrawal) },
    {
      title: t('money.stagePrepared'),
      at: payment?.preparedAt ?? null,
      text: turnText(withdrawal),
    },
    ...stagesOnLedger(payment),
  ];
}

function approvalText({ step, expiresAt }: ListedWithdrawal): string | null {
  if (step === 'unconfirmed') return t('money.waitsForYourMail', { time: formatTime(expiresAt) });
  return step === 'unapproved' ? t('money.waitsForOperator') : null;
}

function turnText({ payment, unpaid }: ListedWithdrawal): string | null {
  if (payment !== null) return null;
  return unpaid === null ? t('money.waitsForTurn') : describeUnpaid(unpaid);
}
