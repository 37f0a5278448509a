import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { describeUnpaid, unpaidFragment } from '../money/unpaid';
import { TextLink } from '../parts/links';
import { Coins } from '../money/coins';
import { TableCard } from '../parts/table-card';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { MayBeMore } from './may-be-more';
import { useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';

const waitingDocument = graphql(
  `
    query WaitingEarnings {
      waitingEarnings(first: 100) {
        accountId
        amount
        address
        isHeld
        unpaid {
          ...UnpaidParts
        }
      }
    }
  `,
  [unpaidFragment],
);

const holdDocument = graphql(`
  mutation HoldPayments($accountId: ID!, $reason: String!) {
    holdPayments(accountId: $accountId, reason: $reason) {
      id
    }
  }
`);

const releaseDocument = graphql(`
  mutation ReleasePayments($accountId: ID!) {
    releasePayments(accountId: $accountId) {
      id
    }
  }
`);

type Waiting = ResultOf<typeof waitingDocument>['waitingEarnings'][number];

const most = 100;
// A hold is on withdrawals of the account, too.
const changes = [['waiting-earnings'], ['waiting-withdrawals']];

/** Earnings that are not on their way, and why; each can be held, or let go. */
export function WaitingEarnings() {
  const waiting = useQuery({
    queryKey: ['waiting-earnings'],
    queryFn: async ({ signal }) => (await request(waitingDocument, {}, signal)).waitingEarnings,
    refetchInterval: lookEveryMs,
  });
  const hold = useReasonedChange<Waiting>({
    title: () => t('operator.holdTheseEarnings'),
    about: t('operator.theirOwnerReadsItWhat'),
    action: t('operator.hold'),
    mutate: ({ accountId }, reason) => request(holdDocument, { accountId, reason }),
    done: t('operator.theseEarningsAreHeld'),
    changes,
  });
  const release = useChange({
    mutate: (accountId: string) => request(releaseDocument, { accountId }),
    done: t('operator.theseEarningsArePaidWith'),
    changes,
  });
  return (
    <>
      <TableCard
        id="waiting"
        title={t('operator.waitingEarnings')}
        query={waiting}
        count={waiting.data?.length}
        error={release.error}
        none={t('operator.nothingWaitsEverythingEarnedIs')}
        foot={<MayBeMore isFull={waiting.data?.length === most} most={most} />}
        head={
          <>
            <th scope="col">{t('operator.account')}</th>
            <th scope="col" className="number">
              {t('operator.earnings')}
            </th>
            <th scope="col">{t('operator.whyTheyWait')}</th>
            <td />
          </>
        }
      >
        {waiting.data?.map((one) => (
          <tr key={one.accountId}>
            <td data-title>
              <TextLink to="/operator/users/$id" params={{ id: one.accountId }} className="mono">
                {one.accountId}
              </TextLink>
              <div className="mono soft">{one.address ?? t('operator.noAddress')}</div>
            </td>
            <td data-label={t('operator.earnings')} className="number">
              <Coins amount={one.amount} isShort />
            </td>
            <td data-label={t('operator.whyTheyWait')}>
              {one.unpaid === null ? t('operator.theyArePaidWithThe') : describeUnpaid(one.unpaid)}
            </td>
            <td data-title className="row-actions">
              {one.isHeld ? (
                <Button
                  size="xs"
                  aria-label={t('operator.releaseName', { name: one.accountId })}
                  onClick={() => {
                    release.mutate(one.accountId);
                  }}
                >
                  {t('operator.release')}
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('operator.holdName', { name: one.accountId })}
                  onClick={() => {
                    hold.choose(one);
                  }}
                >
                  {t('operator.hold')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </TableCard>
      {hold.dialog}
    </>
  );
}
