import { Alert } from '@mantine/core';
import { t } from '../texts/texts';
import type { Health } from './health';

interface Explanation {
  readonly title: string;
  /** The consequence, and the remedy. */
  readonly text: string;
}

/** Why this computer's clock and the gateway's cannot both be right. */
const mostSkewMs = 30_000;

const explanations: Readonly<Record<Health['problems'][number], Explanation>> = {
  not_ready: { title: t('health.notReady'), text: t('health.notReadyAbout') },
  database_away: { title: t('health.databaseAway'), text: t('health.databaseAwayAbout') },
  clock_differs: {
    title: t('health.databaseClockDiffers'),
    text: t('health.databaseClockDiffersAbout'),
  },
  disk_full: { title: t('health.diskFull'), text: t('health.diskFullAbout') },
  disk_nearly_full: { title: t('health.diskNearlyFull'), text: t('health.diskNearlyFullAbout') },
  disk_silent: { title: t('health.diskSilent'), text: t('health.diskSilentAbout') },
  journal_grows: { title: t('health.journalGrows'), text: t('health.journalGrowsAbout') },
  changes_late: { title: t('health.changesLate'), text: t('health.changesLateAbout') },
  rate_missing: { title: t('health.rateMissing'), text: t('health.rateMissingAbout') },
  rate_ends: { title: t('health.rateEnds'), text: t('health.rateMissingAbout') },
  ledger_away: { title: t('health.ledgerAway'), text: t('health.ledgerAwayAbout') },
  ledger_empty: { title: t('health.ledgerEmpty'), text: t('health.ledgerEmptyAbout') },
  settlement_failing: {
    title: t('health.settlementFailing'),
    text: t('health.settlementFailingAbout'),
  },
  payments_undecided: {
    title: t('health.paymentsUndecided'),
    text: t('health.paymentsUndecidedAbout'),
  },
  broadcast_late: { title: t('health.broadcastLate'), text: t('health.broadcastLateAbout') },
  verdicts_late: { title: t('health.verdictsLate'), text: t('health.verdictsLateAbout') },
  jobs_failing: { title: t('health.jobsFailing'), text: t('health.jobsFailingAbout') },
};
const clockDiffers: Explanation = {
  title: t('health.clockDiffers'),
  text: t('health.clockDiffersAbout'),
};

interface HealthProblemsProps {
  readonly health: Health;
  /** By this computer's clock, in milliseconds since 1970. */
  readonly readAt: number;
}

/** The problems and their remedies; or the word that all is well. */
export function HealthProblems({ health, readAt }: HealthProblemsProps) {
  const isSkewed = Math.abs(Date.parse(health.at) - readAt) > mostSkewMs;
  const found = [
    ...health.problems.map((problem) => explanations[problem]),
    ...(isSkewed ? [clockDiffers] : []),
  ];
  return (
    // Screen readers tell what comes up while somebody watches.
    <div role="status">
      {found.length === 0 ? (
        <Alert color="blue" mb="md" title={t('health.allIsWell')}>
          {t('health.nothingIsToBeDone')}
        </Alert>
      ) : (
        found.map(({ title, text }) => (
          <Alert key={title} color="red" mb="md" title={title}>
            {text}
          </Alert>
        ))
      )}
    </div>
  );
}
