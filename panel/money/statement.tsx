import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { TableCard } from '../parts/table-card';
import { formatTime, When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t, wordOf } from '../texts/texts';
import { useNames } from './names';
import { walletKey } from './wallet-key';

const statementDocument = graphql(`
  query Statement($after: String) {
    journal(first: 25, after: $after) {
      nodes {
        id
        bookedAt
        kind
        pocket
        amount
        hour
        campaignId
        siteId
        memo
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type Line = ResultOf<typeof statementDocument>['journal']['nodes'][number];

const kinds: Readonly<Record<Line['kind'], string>> = {
  charge: t('money.viewsAndClicks'),
  conversion: t('money.conversions'),
  deposit: t('money.deposit'),
  payment: t('money.payment'),
  receipt: t('money.receipt'),
  reversal: t('money.takenBack'),
  transfer: t('money.betweenEarningsAndFunds'),
  withdrawal: t('money.withdrawal'),
};

/** Everything that was booked, hour by hour, the newest first. */
export function Statement() {
  const nameOf = useNames();
  const statement = useInfiniteQuery({
    queryKey: [...walletKey, 'statement'],
    queryFn: async ({ pageParam: after, signal }) =>
      (await request(statementDocument, { after }, signal)).journal,
    initialPageParam: null as string | null,
    // Somebody who reads further back is not disturbed.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? lookEveryMs : false),
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
  const lines = statement.data?.pages.flatMap(({ nodes }) => nodes);
  return (
    <TableCard
      id="statement"
      title={t('money.statement')}
      query={statement}
      count={lines?.length}
      none={t('money.nothingHasBeenBookedYet')}
      head={
        <>
          <th scope="col">{t('money.booked')}</th>
          <th scope="col">{t('common.what')}</th>
          <th scope="col">{t('money.of')}</th>
          <th scope="col" className="number">
            {t('common.amount')}
          </th>
        </>
      }
      foot={
        statement.hasNextPage ? (
          <div className="pages">
            <Button
              variant="default"
              loading={statement.isFetchingNextPage}
              onClick={() => void statement.fetchNextPage()}
            >
              {t('money.showMore')}
            </Button>
          </div>
        ) : null
      }
    >
      {lines?.map((line) => (
        <StatementLine key={line.id} line={line} nameOf={nameOf} />
      ))}
    </TableCard>
  );
}

function StatementLine({
  line: { bookedAt, kind, pocket, amount, hour, campaignId, siteId, memo },
  nameOf,
}: {
  readonly line: Line;
  readonly nameOf: (id: string) => string;
}) {
  return (
    <tr>
      <td data-label={t('money.booked')}>
        <When at={bookedAt} />
      </td>
      <td data-label={t('common.what')}>
        <div>
          {kinds[kind]}
          {hour === null ? null : (
            <div className="soft small">{t('money.ofTheHour', { time: formatTime(hour) })}</div>
          )}
        </div>
      </td>
      <td data-label={t('money.of')}>
        {campaignId !== null && pocket === 'funds' ? (
          <TextLink to="/campaigns/$id" params={{ id: campaignId }} size="sm">
            {nameOf(campaignId)}
          </TextLink>
        ) : siteId !== null ? (
          <TextLink to="/sites/$id" params={{ id: siteId }} size="sm">
            {nameOf(siteId)}
          </TextLink>
        ) : (
          <span className="soft">{memo ?? wordOf(pocket)}</span>
        )}
      </td>
      <td data-label={t('common.amount')} className="number">
        <Money amount={amount} unit="coins" />
      </td>
    </tr>
  );
}
