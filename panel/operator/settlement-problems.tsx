import { Alert } from '@mantine/core';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import type { SettlementState } from './settlement-state';

interface Explanation {
  readonly title: string;
  /** The operator's remedy. */
  readonly remedy: string;
}

type Problem = SettlementState['problems'][number];

const explanations: Readonly<Record<Problem['kind'], Explanation>> = {
  ledger_fails: { title: t('operator.ledgerFails'), remedy: t('operator.ledgerFailsAbout') },
  chain_broken: { title: t('operator.chainBroken'), remedy: t('operator.chainBrokenAbout') },
  turn_fails: { title: t('operator.turnFails'), remedy: t('operator.turnFailsAbout') },
  undecided: { title: t('operator.undecided'), remedy: t('operator.undecidedAbout') },
  payments_replaced: {
    title: t('operator.paymentsReplaced'),
    remedy: t('operator.paymentsReplacedAbout'),
  },
  deposits_replaced: {
    title: t('operator.depositsReplaced'),
    remedy: t('operator.depositsReplacedAbout'),
  },
  claims_replaced: {
    title: t('operator.claimsReplaced'),
    remedy: t('operator.claimsReplacedAbout'),
  },
  shortage: { title: t('operator.paymentsDoNotGoOut'), remedy: t('operator.shortageAbout') },
};

/** The problems that keep payments from being made, or have undone some: why, since when, and the remedy. */
export function SettlementProblems({ problems }: { readonly problems: readonly Problem[] }) {
  return problems.map(({ kind, text, since }) => (
    <Alert key={kind} color="red" mb="md" title={explanations[kind].title}>
      <p>{text}</p>
      {since === null ? null : (
        <p>
          {t('operator.since')} <When at={since} />
        </p>
      )}
      <p>{explanations[kind].remedy}</p>
    </Alert>
  ));
}
