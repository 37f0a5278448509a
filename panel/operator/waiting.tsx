import { Tile } from '../money/tile';
import { TextLink } from '../parts/links';
import { When } from '../parts/when';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import { CreativesToReview } from './creatives-to-review';
import type { Health } from './health';

/** Waiting events, late verdicts and failing jobs, as the gateway that answers has them. */
export function Waiting({ health }: { readonly health: Health }) {
  const failing = health.jobs?.filter((job) => job.failing > 0).length ?? null;
  return (
    <section className="card" aria-label={t('operator.whatWaits')}>
      <div className="tiles">
        <CreativesToReview />
        <Tile label={t('health.waitingEvents')} value={formatCount(health.pendingEvents)}>
          <TextLink to="/operator/health" size="sm">
            {t('health.health')}
          </TextLink>
        </Tile>
        <Tile
          label={t('operator.lateVerdicts')}
          value={
            health.verdictsDueSince === null ? (
              t('health.noneIsLate')
            ) : (
              <When at={health.verdictsDueSince} />
            )
          }
        >
          {health.verdictsDueSince === null ? '' : t('health.dueSince')}
        </Tile>
        <Tile
          label={t('operator.failingJobs')}
          value={failing === null ? '–' : formatCount(failing)}
        >
          <TextLink to="/operator/jobs" size="sm">
            {t('operator.jobs')}
          </TextLink>
        </Tile>
      </div>
    </section>
  );
}
