import { type Amount, formatAmount } from '../../../amount';
import type { Config } from '../../../config';
import type { PayableAccount } from '../../../identity/accounts/account';
import { isAllowed, type Peer } from '../../../peers/directory/peer';
import { hourMs } from '../../../time';
import { isFor, type Remittance } from '../../remittances/remittance';
import type { PaymentContext } from '../payment.context';
import { type Unpaid, unpaid } from './payout-rules';

/** Other servers forget their cases after a week. */
const longestWaitMs = 48 * hourMs;
/** Unit: 10^-11 coins. */
const usualLeast: Amount = 10n ** 10n;

/** The least that another server is paid without a wait: it waits for no more than publishers do. */
export function leastPeerPayoutOf({ payouts }: Pick<Config, 'payouts'>): Amount {
  return payouts.least < usualLeast ? payouts.least : usualLeast;
}

/** Why another server is not paid; null: it is due. @see docs/contract.md §10 */
export function peerWaitOf(
  payable: Amount,
  of: {
    readonly peer: Peer | null;
    readonly remittance: Remittance | null;
    /** The network’s fee for a payment of its own. */
    readonly fee: Amount;
    /** See `leastPeerPayoutOf`. */
    readonly least: Amount;
    readonly unpaidSince: Date | null;
    readonly now: Date;
  },
): Unpaid | null {
  const { peer, remittance, fee, least, unpaidSince, now } = of;
  if (peer?.isHeld === true && !isAllowed(peer, 'oursThere'))
    return unpaid('held_by_operator', 'held by the operator: adgate peer deny --hold');
  if (payable <= fee)
    return unpaid('below_minimum', `the network takes ${formatAmount(fee)} for a payment`, {
      amount: fee,
    });
  const isOld = unpaidSince !== null && now.getTime() - unpaidSince.getTime() >= longestWaitMs;
  if (payable < least && !isOld)
    return unpaid('below_minimum', `it is paid from ${formatAmount(least)} on, or after 48 hours`, {
      amount: least,
    });
  return remittance !== null && isFor(remittance, payable)
    ? null
    : unpaid('details_not_written', 'the details of what it is for are not written yet');
}

/** Other servers among payees. */
export interface PeersToPay {
  /** By their addresses. */
  readonly peers: ReadonlyMap<string, Peer>;
  /** Those that are not paid, by account. */
  readonly remittances: ReadonlyMap<string, Remittance>;
}

/** Reads nothing where no server is among the accounts. */
export async function readPeersToPay(
  ctx: Pick<PaymentContext, 'peers' | 'remittances'>,
  accounts: ReadonlyMap<string, PayableAccount>,
): Promise<PeersToPay> {
  const theirs = [...accounts].flatMap(([id, { peerAddress }]) =>
    peerAddress == null ? [] : [{ id, peerAddress }],
  );
  if (theirs.length === 0) return { peers: new Map(), remittances: new Map() };
  const found = await ctx.peers.listByAddresses(theirs.map(({ peerAddress }) => peerAddress));
  return {
    peers: new Map(found.map((peer) => [peer.address, peer])),
    remittances: await ctx.remittances.listOpen(theirs.map(({ id }) => id)),
  };
}

/**
 * The part of earnings that a payment may take: where hours that are not final are paid too, what its details tell, as more may
 * have come since.
 */
export function payableByDetails(
  payable: Amount,
  remittance: Remittance | null,
  { arePartHoursPaid }: { readonly arePartHoursPaid: boolean },
): Amount {
  const sum = remittance?.state === 'ready' ? remittance.details?.sum : undefined;
  return arePartHoursPaid && sum !== undefined && sum > 0n && sum < payable ? sum : payable;
}
