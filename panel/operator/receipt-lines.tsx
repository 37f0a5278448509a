import { Button } from '@mantine/core';
import { Money } from '../parts/money';
import { Pager } from '../parts/pager';
import { TableCard } from '../parts/table-card';
import { t } from '../texts/texts';
import type { PeerReceipt, PeerReceiptLine } from './peer-receipt';

interface ReceiptLinesProps {
  readonly receipt: PeerReceipt;
  /** The part that the lines of the receipt are, from 1. */
  readonly part: number;
  /** The page within the part, from 1. */
  readonly page: number;
  readonly onGo: (to: { readonly part: number; readonly page: number }) => void;
}

/** Lines that are drawn together: a part has up to 1,000. */
const pageSize = 100;
const loaded = { error: null, isPending: false, refetch: () => undefined };

/** The cases that a server says to have paid for, in its order, and what was booked of each. */
export function ReceiptLines({ receipt, part, page, onGo }: ReceiptLinesProps) {
  const { lines, sums, state } = receipt;
  const shown = lines.slice((page - 1) * pageSize, page * pageSize);
  return (
    <TableCard
      id="lines"
      title={t('peers.lines')}
      query={loaded}
      count={shown.length}
      none={sums.lines === 0 ? t('peers.noLines') : t('peers.noLinesHere')}
      before={sums.parts > 1 ? <Parts {...{ part, onGo }} last={sums.parts} /> : null}
      head={
        <>
          <th scope="col">{t('peers.case')}</th>
          <th scope="col" className="number">
            {t('peers.told')}
          </th>
          <th scope="col" className="number">
            {t('peers.booked')}
          </th>
          <th scope="col" className="number">
            {t('peers.boost')}
          </th>
        </>
      }
      foot={
        <Pager
          last={Math.ceil(lines.length / pageSize)}
          page={page}
          onGo={(to) => {
            onGo({ part, page: to });
          }}
        />
      }
    >
      {shown.map((line, at) => (
        <Row key={at} line={line} isBooked={state === 'booked'} />
      ))}
    </TableCard>
  );
}

function Parts({
  part,
  last,
  onGo,
}: Pick<ReceiptLinesProps, 'part' | 'onGo'> & { readonly last: number }) {
  return (
    <div className="filters">
      <span>{t('peers.partOf', { part: String(part), parts: String(last) })}</span>
      <Button
        variant="default"
        size="xs"
        disabled={part <= 1}
        onClick={() => {
          onGo({ part: Math.min(part - 1, last), page: 1 });
        }}
      >
        {t('peers.partBefore')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={part >= last}
        onClick={() => {
          onGo({ part: part + 1, page: 1 });
        }}
      >
        {t('peers.partBehind')}
      </Button>
    </div>
  );
}

function Row({
  line: { caseId, eventId, siteId, campaignId, value, booked, supplyFee, boost, boostFee },
  isBooked,
}: {
  readonly line: PeerReceiptLine;
  readonly isBooked: boolean;
}) {
  return (
    <tr>
      <td data-title>
        <span className="mono">{caseId}</span>
        {eventId === null ? (
          isBooked && <div className="soft small">{t('peers.notShownHere')}</div>
        ) : (
          <Labelled label={t('peers.event')} id={eventId} />
        )}
        {siteId === null ? null : <Labelled label={t('peers.site')} id={siteId} />}
        {campaignId === null ? null : <Labelled label={t('peers.campaign')} id={campaignId} />}
      </td>
      <td data-label={t('peers.told')} className="number">
        <Money amount={value} unit="coins" />
      </td>
      <td data-label={t('peers.booked')} className="number">
        <WithFee amount={booked} fee={supplyFee} />
      </td>
      <td data-label={t('peers.boost')} className="number">
        <WithFee amount={boost} fee={boostFee} />
      </td>
    </tr>
  );
}

function Labelled({ label, id }: { readonly label: string; readonly id: string }) {
  return (
    <div className="soft small">
      {label} <span className="mono">{id}</span>
    </div>
  );
}

function WithFee({ amount, fee }: { readonly amount: string; readonly fee: string }) {
  return (
    <div>
      <Money amount={amount} unit="coins" />
      {Number(fee) === 0 ? null : (
        <div className="soft small">
          {t('peers.feeOfIt')} <Money amount={fee} unit="coins" />
        </div>
      )}
    </div>
  );
}
