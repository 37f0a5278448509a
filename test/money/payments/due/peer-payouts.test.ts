import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../../src/config';
import {
  leastPeerPayoutOf,
  payableByDetails,
  peerWaitOf,
} from '../../../../src/money/payments/due/peer-payouts';
import type { Remittance } from '../../../../src/money/remittances/remittance';
import { aPeer } from '../../../support/peer-access';

const now = new Date('2026-02-09T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const tenth = 10n ** 10n;
const ready = (sum: bigint): Remittance => ({
  ...{
    id: 'r',
    accountId: 'a',
    state: 'ready',
    beganAt: now,
    readyAt: now,
    paymentId: null,
    lateAt: null,
  },
  details: { count: 1, sum, digest: '' },
});
const peerOf = (changes: Parameters<typeof aPeer>[0]) => ({
  ...{ ...aPeer(), states: [] },
  ...changes,
});
const usual = { peer: null, fee: 5n, least: tenth, unpaidSince: null, now };

describe('what another server has earned', () => {
  it('is due from a tenth of a coin on, once its details are that sum', () => {
    const codeOf = (payable: bigint, remittance: Remittance | null) =>
      peerWaitOf(payable, { ...usual, remittance })?.code;
    expect(codeOf(tenth, ready(tenth))).toBeUndefined();
    expect(codeOf(tenth, null)).toBe('details_not_written');
    expect(codeOf(tenth, ready(tenth - 1n))).toBe('details_not_written');
    expect(codeOf(tenth, { ...ready(tenth), state: 'collecting' })).toBe('details_not_written');
    expect(codeOf(tenth - 1n, ready(tenth - 1n))).toBe('below_minimum');
  });

  it.each([
    ['', tenth],
    ['0.05', tenth / 2n],
    ['0', 0n],
  ])('is due from no more on than publishers are: ADGATE_MIN_PAYOUT=%s', (minimum, least) => {
    expect(leastPeerPayoutOf(parseConfig({ ADGATE_MIN_PAYOUT: minimum }))).toBe(least);
    expect(peerWaitOf(6n, { ...usual, least: 6n, remittance: ready(6n) })).toBeNull();
  });

  it('is due after 48 hours where it is more than the network’s fee', () => {
    const old = { ...usual, unpaidSince: hoursAgo(48) };
    expect(peerWaitOf(6n, { ...old, remittance: ready(6n) })).toBeNull();
    expect(peerWaitOf(5n, { ...old, remittance: ready(5n) })?.code).toBe('below_minimum');
    const younger = { ...old, unpaidSince: new Date(hoursAgo(48).getTime() + 1) };
    expect(peerWaitOf(6n, { ...younger, remittance: ready(6n) })?.code).toBe('below_minimum');
  });

  it('waits where an operator has denied and held the server', () => {
    const wait = (changes: Parameters<typeof aPeer>[0]) =>
      peerWaitOf(tenth, { ...usual, peer: peerOf(changes), remittance: ready(tenth) })?.code;
    expect(wait({ state: 'denied', isHeld: true })).toBe('held_by_operator');
    expect(wait({ state: 'denied', isHeld: false })).toBeUndefined();
    expect(wait({ state: 'allowed', isHeld: false })).toBeUndefined();
  });

  it('is paid as far as its details tell, where hours that run are paid', () => {
    expect(payableByDetails(9n, ready(7n), { arePartHoursPaid: true })).toBe(7n);
    expect(payableByDetails(9n, ready(7n), { arePartHoursPaid: false })).toBe(9n);
    expect(payableByDetails(9n, null, { arePartHoursPaid: true })).toBe(9n);
  });
});
