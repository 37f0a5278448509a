import { expect, it } from '@jest/globals';
import { peerPaymentOf } from '../../../src/money/peer-receipts/peer-payment';
import type { Verdict } from '../../../src/money/verification/verdict';
import { dayMs } from '../../../src/time';
import { anEvent } from '../../support/events';

const occurredAt = new Date('2026-02-09T12:00:00Z');
const accepted: Verdict = {
  ...{ status: 'accepted', reason: null, price: 0n, rate: null, charge: 0n, demandFee: 0n },
  ...{ supplyFee: 0n, revenue: 0n, judgedAt: occurredAt, entryId: null, batch: 1 },
};
const view = { ...anEvent({ demandServer: '0001-00000004-DBEB', occurredAt }), verdict: accepted };
const rejected = { ...accepted, status: 'rejected', reason: 'bot' } as const;
const { demandServer: _none, ...ours } = view;

it.each<[string, Parameters<typeof peerPaymentOf>[0], number, string | null]>([
  ['a view', view, 0, 'awaiting'],
  ['a view of nearly 30 days', view, 30 * dayMs - 1, 'awaiting'],
  ['a view of 30 days', view, 30 * dayMs, 'unpaid'],
  ['a view with coins', { ...view, verdict: { ...accepted, revenue: 1n } }, 0, 'paid'],
  [
    'a view whose coins came late',
    { ...view, verdict: { ...accepted, supplyFee: 1n } },
    40 * dayMs,
    'paid',
  ],
  ['a refused view', { ...view, verdict: rejected }, 0, null],
  ['a refused view with coins', { ...view, verdict: { ...rejected, revenue: 1n } }, 0, 'paid'],
  ['a view without a verdict', { ...view, verdict: null }, 0, null],
  ['a click', { ...view, kind: 'click' }, 0, null],
  [
    'a click with coins',
    { ...view, kind: 'click', verdict: { ...accepted, revenue: 1n } },
    0,
    'paid',
  ],
  ['a view of ours', { ...ours, verdict: { ...accepted, revenue: 1n } }, 0, null],
])('tells of %s how far it is paid', (_what, event, afterMs, payment) => {
  expect(peerPaymentOf(event, new Date(occurredAt.getTime() + afterMs))).toBe(payment);
});
