import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
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
  charge: 'Views and clicks',
  conversion: 'Conversions',
  deposit: 'Deposit',
  payment: 'Payment',
  reversal: 'Taken back',
  transfer: 'Between earnings and funds',
  withdrawal: 'Withdrawal',
};

/** Everything that was booked, hour by hour, the newest first. */
export function Statement() {
  const nameOf = useNames();
  const statement = useInfiniteQuery({
    queryKey: [...walletKey, 'statement'],
    queryFn: async ({ pageParam: after, signal }) =>
      (await request(statementDocument, { after }, signal)).journal,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
  const lines = statement.data?.pages.flatMap(({ nodes }) => nodes);
  return (
    <TableCard
      id="statement"
      title="Statement"
      query={statement}
      count={lines?.length}
      none="Nothing has been booked yet: no deposit, no charge, no earnings."
      head={
        <>
          <th scope="col">Booked</th>
          <th scope="col">What</th>
          <th scope="col">Of</th>
          <th scope="col" className="number">
            Amount
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
              Show more
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
      <td data-label="Booked">
        <When at={bookedAt} />
      </td>
      <td data-label="What">
        <div>
          {kinds[kind]}
          {hour === null ? null : (
            <div className="soft small">
              of the hour from <When at={hour} />
            </div>
          )}
        </div>
      </td>
      <td data-label="Of">
        {campaignId !== null && pocket === 'funds' ? (
          <TextLink to="/campaigns/$id" params={{ id: campaignId }} size="sm">
            {nameOf(campaignId)}
          </TextLink>
        ) : siteId !== null ? (
          <TextLink to="/sites/$id" params={{ id: siteId }} size="sm">
            {nameOf(siteId)}
          </TextLink>
        ) : (
          <span className="soft">{memo ?? pocket}</span>
        )}
      </td>
      <td data-label="Amount" className="number">
        <Money amount={amount} unit="coins" />
      </td>
    </tr>
  );
}
