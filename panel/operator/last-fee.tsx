import { Money } from '../parts/money';
import { sentence } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import type { Peer } from './peers';

const stages = {
  waiting: t('peers.feeOnItsWay'),
  prepared: t('peers.feeOnItsWay'),
  confirmed: t('peers.feePaid'),
  returned: t('peers.feeReturned'),
};

/** How far a joining fee for a server is, such as the newest one, and what is in its way. */
export function LastFee({ fee }: { readonly fee: NonNullable<Peer['lastJoiningFee']> }) {
  const { amount, state, orderedAt, endedAt, transactionId, reason } = fee;
  return (
    <>
      <Money amount={amount} unit="coins" /> {stages[state]} <When at={endedAt ?? orderedAt} />
      {transactionId === null ? null : <div className="mono soft">{transactionId}</div>}
      {reason === null ? null : <div className="soft small">{sentence(reason)}</div>}
    </>
  );
}
