import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../parts/links';
import { Pager } from '../../parts/pager';
import { TableCard } from '../../parts/table-card';
import { t, wordOf } from '../../texts/texts';
import { Coins } from '../coins';
import { useNames } from '../names';
import { type PocketChange, type StatementRow, statementQuery } from './account-statement';
import { formatDay, formatMonth, monthsSince, rangeOf } from './month';

interface StatementProps {
  readonly month: string;
  readonly page: number;
  /** When the account was made. */
  readonly since: string;
  readonly onGo: (to: { readonly month: string; readonly page: number }) => void;
}

/** All that was booked in a month, by day and by campaign or site; for a spreadsheet and on paper, too. */
export function Statement({ month, page, since, onGo }: StatementProps) {
  const statement = useQuery(statementQuery(month, page));
  const data = statement.data;
  const nameOf = useNames(data?.rows.flatMap(idsOf) ?? []);
  return (
    <TableCard
      id="statement"
      title={t('money.statementOf', { month: formatMonth(month) })}
      query={statement}
      count={data?.rows.length}
      none={t('money.nothingWasBookedInMonth')}
      before={
        <>
          <StatementTools {...{ month, since }} onMonth={(to) => onGo({ month: to, page: 1 })} />
          {data?.pockets.filter(hasMoved).map((pocket) => (
            <Balances key={pocket.pocket} {...pocket} />
          ))}
        </>
      }
      head={
        <>
          <th scope="col">{t('money.day')}</th>
          <th scope="col">{t('common.what')}</th>
          <th scope="col">{t('money.of')}</th>
          <th scope="col" className="number">
            {t('common.amount')}
          </th>
        </>
      }
      foot={
        <Pager
          last={data?.pageInfo.lastPage ?? 1}
          page={page}
          onGo={(to) => onGo({ month, page: to })}
        />
      }
    >
      {data?.rows.map((row) => (
        <Row key={Object.values({ ...row, amount: '', lines: 0 }).join(' ')} {...{ row, nameOf }} />
      ))}
    </TableCard>
  );
}

function StatementTools({
  month,
  since,
  onMonth,
}: Pick<StatementProps, 'month' | 'since'> & { readonly onMonth: (month: string) => void }) {
  const months = monthsSince(new Date(since), new Date());
  const csv = `/api/statement.csv?${new URLSearchParams(rangeOf(month)).toString()}`;
  return (
    <div className="filters no-print">
      <NativeSelect
        aria-label={t('money.month')}
        value={month}
        data={[...new Set([...months, month])].map((value) => {
          return { value, label: formatMonth(value) };
        })}
        onChange={({ currentTarget }) => {
          onMonth(currentTarget.value);
        }}
      />
      <Button component="a" href={csv} download variant="default">
        {t('money.asCsv')}
      </Button>
      <Button component="a" href="/api/journal.csv" download variant="default">
        {t('money.everyBookingAsCsv')}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          window.print();
        }}
      >
        {t('money.print')}
      </Button>
    </div>
  );
}

/** Where a pocket was never used, nothing is to be said of it. */
const hasMoved = ({ opening, incoming, outgoing }: PocketChange) =>
  [opening, incoming, outgoing].some((amount) => Number(amount) !== 0);

function Balances({ pocket, opening, incoming, outgoing, closing }: PocketChange) {
  const figures = [
    [t('money.opening'), opening],
    [t('money.incoming'), incoming],
    [t('money.outgoing'), outgoing],
    [t('money.closing'), closing],
  ] as const;
  return (
    <section className="balances" aria-label={wordOf(pocket)}>
      <h3>{wordOf(pocket)}</h3>
      <dl>
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Coins amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const idsOf = ({ campaignId, siteId }: StatementRow): readonly string[] =>
  [campaignId, siteId].filter((id) => id !== null);

const kinds: Readonly<Record<StatementRow['kind'], string>> = {
  charge: t('money.viewsAndClicks'),
  conversion: t('money.conversions'),
  deposit: t('money.deposit'),
  payment: t('money.payment'),
  receipt: t('money.receipt'),
  reversal: t('money.takenBack'),
  transfer: t('money.betweenEarningsAndFunds'),
  withdrawal: t('money.withdrawal'),
};

interface RowProps {
  readonly row: StatementRow;
  readonly nameOf: (id: string) => string;
}

function Row({ row: { day, kind, pocket, amount, lines, campaignId, siteId }, nameOf }: RowProps) {
  return (
    <tr>
      <td data-label={t('money.day')} className="nowrap">
        <time dateTime={day.slice(0, 10)}>{formatDay(day)}</time>
      </td>
      <td data-label={t('common.what')}>
        <div>
          {kinds[kind]}
          {lines > 1 ? (
            <div className="soft small">{t('money.bookings', { count: lines })}</div>
          ) : null}
        </div>
      </td>
      <td data-label={t('money.of')}>
        <Subject {...{ campaignId, siteId, nameOf }} otherwise={wordOf(pocket)} />
      </td>
      <td data-label={t('common.amount')} className="number">
        <Coins amount={amount} />
      </td>
    </tr>
  );
}

function Subject({
  campaignId,
  siteId,
  nameOf,
  otherwise,
}: Pick<StatementRow, 'campaignId' | 'siteId'> &
  Pick<RowProps, 'nameOf'> & { readonly otherwise: string }) {
  if (campaignId !== null)
    return (
      <TextLink to="/campaigns/$id" params={{ id: campaignId }} size="sm">
        {nameOf(campaignId)}
      </TextLink>
    );
  if (siteId !== null)
    return (
      <TextLink to="/sites/$id" params={{ id: siteId }} size="sm">
        {nameOf(siteId)}
      </TextLink>
    );
  return <span className="soft">{otherwise}</span>;
}
