import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { healthQuery } from '../operator/health';
import { HealthProblems } from '../operator/health-problems';
import { ServerMoney } from '../operator/server-money';
import { Waiting } from '../operator/waiting';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { Breakdown } from '../statistics/breakdown';
import { Overview } from '../statistics/overview';
import { t } from '../texts/texts';

const route = getRouteApi('/operator/overview');

const dimensions = [
  'campaign',
  'creative',
  'site',
  'host',
  'country',
  'device',
  'browser',
  'size',
  'hour',
  'payer',
] as const;

/** The whole server in a time: finds, spend and revenue, what is wrong, what waits, and what was paid. */
export function OverviewPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const health = useQuery(healthQuery);
  return (
    <>
      <PageHead title={t('operator.overview')} about={t('operator.theWholeServer')} />
      <Problem error={health.error} />
      {health.data === undefined ? null : (
        <>
          <HealthProblems health={health.data} readAt={health.dataUpdatedAt} />
          <Waiting health={health.data} />
        </>
      )}
      <Overview
        side="operator"
        search={search}
        onSearch={(to) => void navigate({ search: to, replace: true, resetScroll: false })}
      />
      <Breakdown side="operator" search={search} dimensions={dimensions} />
      <ServerMoney />
    </>
  );
}
