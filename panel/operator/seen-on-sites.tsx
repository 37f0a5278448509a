import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { dayMs } from '../statistics/range';
import { formatCount } from '../statistics/series';
import { rowsQuery } from '../statistics/rows';
import { t } from '../texts/texts';

const days = 30;
const most = 10;

/** The sites where a creative was seen in the last days; they are asked for once somebody wants to know. */
export function SeenOnSites({ creativeId }: { readonly creativeId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="disclosure"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>{t('operator.sitesWhereSeen')}</summary>
      {isOpen ? <Sites creativeId={creativeId} /> : null}
    </details>
  );
}

function Sites({ creativeId }: { readonly creativeId: string }) {
  const [range] = useState(() => ({ from: new Date(Date.now() - days * dayMs), to: new Date() }));
  const rows = useQuery(
    rowsQuery({ side: 'operator', by: 'site', range, filter: { creative: [creativeId] } }),
  );
  return (
    <>
      <Problem error={rows.error} onRetry={() => void rows.refetch()} />
      {rows.isPending ? <Loading /> : null}
      {rows.data?.length === 0 ? <p className="soft">{t('operator.seenNowhere')}</p> : null}
      {rows.data?.slice(0, most).map(({ key, name, figures: { validViews } }) => (
        <div key={key}>
          {name ?? key}: <span className="soft">{formatCount(validViews)}</span>
        </div>
      ))}
    </>
  );
}
