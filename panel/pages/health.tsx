import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeSeconds } from '../operator/describe-seconds';
import { type Health, healthQuery } from '../operator/health';
import { HealthProblems } from '../operator/health-problems';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { StatusBadge } from '../parts/status-badge';
import { formatCount } from '../statistics/series';
import { locale, t } from '../texts/texts';

/** How the gateway that answers is: what is wrong, what to do, and its figures. Looks again by itself. */
export function HealthPage() {
  const health = useQuery(healthQuery);
  return (
    <>
      <PageHead title={t('health.health')} about={t('health.howTheGatewayIs')} />
      <Problem error={health.error} />
      {health.error === null ? null : <p className="soft">{t('health.whenNothingAnswers')}</p>}
      {health.data === undefined ? (
        health.isPending && <Loading />
      ) : (
        <>
          {health.error === null ? (
            <HealthProblems health={health.data} readAt={health.dataUpdatedAt} />
          ) : null}
          <Figures health={health.data} />
        </>
      )}
    </>
  );
}

function Figures({ health }: { readonly health: Health }) {
  const failing = (health.jobs ?? []).filter((job) => job.failing > 0).map(({ name }) => name);
  const lateSeconds = (Date.parse(health.at) - Date.parse(health.changesKnownUntil)) / 1_000;
  return (
    <section className="card" aria-labelledby="figures">
      <h2 id="figures">{t('health.figures')}</h2>
      <dl className="facts">
        <Fact name={t('common.status')}>
          <StatusBadge status={health.status} />
        </Fact>
        <Fact name={t('health.clock')}>
          <When at={health.at} />
        </Fact>
        <Fact name={t('health.running')}>
          {t('health.runningFor', {
            time: describeSeconds(health.uptimeSeconds),
            memory: formatBytes(health.memoryBytes),
          })}
        </Fact>
        <Fact name={t('health.database')}>
          {health.isDatabaseUp && health.jobs !== null
            ? t('health.answers')
            : t('health.doesNotAnswer')}
        </Fact>
        <Fact name={t('health.disk')}>
          {health.freeBytes === null
            ? t('health.doesNotAnswer')
            : t('health.free', { bytes: formatBytes(health.freeBytes) })}
        </Fact>
        <Fact name={t('health.waitingEvents')}>
          {t('health.events', {
            count: formatCount(health.pendingEvents),
            bytes: formatBytes(health.journalBytes),
          })}
        </Fact>
        <Fact name={t('health.verdicts')}>
          {health.verdictsDueSince === null ? (
            t('health.noneIsLate')
          ) : (
            <>
              {t('health.dueSince')} <When at={health.verdictsDueSince} />
            </>
          )}
        </Fact>
        <Fact name={t('health.creativesForSale')}>{formatCount(health.creatives)}</Fact>
        <Fact name={t('health.changes')}>
          {t('health.inForceAfter', { time: describeSeconds(Math.max(0, lateSeconds)) })}
        </Fact>
        <Fact name={t('health.exchangeRate')}>
          {health.rateFreshUntil === null ? (
            t('health.noneHolds')
          ) : (
            <>
              {t('health.holdsUntil')} <When at={health.rateFreshUntil} />
            </>
          )}
        </Fact>
        <Fact name={t('health.ledger')}>
          <Ledger health={health} />
        </Fact>
        <Fact name={t('operator.jobs')}>
          <TextLink to="/operator/jobs">
            {failing.length === 0 ? t('health.noneHasFailed') : failing.join(', ')}
          </TextLink>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Ledger({
  health: { settles, ledgerAddress, ledgerBalance },
}: {
  readonly health: Health;
}) {
  if (!settles) return t('health.thisGatewayPaysNobody');
  if (ledgerBalance === null) return t('health.doesNotAnswer');
  return (
    <>
      <Money amount={ledgerBalance} unit="coins" /> <span className="mono">{ledgerAddress}</span>
    </>
  );
}

const gigabyte = 1e9;
const bytesIn = (unit: 'gigabyte' | 'megabyte') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
const gigabytes = bytesIn('gigabyte');
const megabytes = bytesIn('megabyte');

const formatBytes = (bytes: number): string =>
  bytes < gigabyte ? megabytes.format(bytes / 1e6) : gigabytes.format(bytes / gigabyte);
