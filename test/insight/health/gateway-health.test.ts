import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import {
  healthProblemsOf,
  type HealthFacts,
  type HealthProblem,
  healthProblems,
} from '../../../src/insight/health/gateway-health';
import type {
  SettlementProblem,
  SettlementProblemKind,
} from '../../../src/money/payments/settlement-problems';

const at = new Date('2026-05-01T12:00:00Z');
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1_000);
const problemOf = (kind: SettlementProblemKind): SettlementProblem => ({
  ...{ kind, text: 'as it is', since: at, remedy: 'look' },
});
const well: HealthFacts = {
  status: 'ready',
  at,
  isDatabaseUp: true,
  clockSkewMs: -2_000,
  isDiskFull: false,
  freeBytes: 2 ** 34,
  reservedBytes: 2 ** 28,
  journalBytes: 2 ** 28,
  changesKnownUntil: ago(30),
  rateFreshUntil: ago(-3_600),
  settles: true,
  ledgerBalance: 1n,
  settlementProblems: [problemOf('shortage')],
  broadcastAt: ago(86_400),
  verdictsDueSince: ago(900),
  jobs: [{ name: 'settle', failing: 0, lastEndedAt: null }],
};
const cases: readonly (readonly [HealthProblem, Partial<HealthFacts>])[] = [
  ['not_ready', { status: 'draining' }],
  ['database_away', { isDatabaseUp: false }],
  ['database_away', { jobs: null }],
  ['clock_differs', { clockSkewMs: -2_001 }],
  ['clock_differs', { clockSkewMs: 2_001 }],
  ['disk_full', { isDiskFull: true, freeBytes: 0 }],
  ['disk_nearly_full', { freeBytes: 2 ** 28 - 1 }],
  ['disk_silent', { freeBytes: null }],
  ['journal_grows', { journalBytes: 2 ** 28 + 1 }],
  ['changes_late', { changesKnownUntil: ago(31) }],
  ['rate_missing', { rateFreshUntil: null }],
  ['rate_ends', { rateFreshUntil: ago(-3_599) }],
  ['ledger_away', { ledgerBalance: null }],
  ['ledger_empty', { ledgerBalance: 0n }],
  ...(['ledger_fails', 'chain_broken', 'turn_fails'] as const).map(
    (kind) => ['settlement_failing', { settlementProblems: [problemOf(kind)] }] as const,
  ),
  ['payments_undecided', { settlementProblems: [problemOf('undecided')] }],
  ['broadcast_late', { broadcastAt: ago(86_401) }],
  ['verdicts_late', { verdictsDueSince: ago(901) }],
  ['jobs_failing', { jobs: [{ name: 'settle', failing: 1, lastEndedAt: at }] }],
];

describe('problems of a gateway', () => {
  it('are none where all is well, and up to each bound', () => {
    expect(healthProblemsOf(well)).toEqual([]);
    expect(healthProblemsOf({ ...well, settles: false, ledgerBalance: null })).toEqual([]);
    expect(healthProblemsOf({ ...well, settlementProblems: null })).toEqual([]);
    expect(healthProblemsOf({ ...well, broadcastAt: null })).toEqual([]);
    expect(healthProblemsOf({ ...well, verdictsDueSince: null })).toEqual([]);
  });

  it.each(cases)('%s is found', (problem, change) => {
    expect(healthProblemsOf({ ...well, ...change })).toEqual([problem]);
  });

  it('have a case here each', () => {
    expect(healthProblems.filter((one) => !cases.some(([problem]) => problem === one))).toEqual([]);
  });

  it('have the bounds of the alerts', () => {
    const alerts = readFileSync('deploy/alerts.yml', 'utf8');
    for (const bound of [
      'adgate_clock_skew_seconds > 2',
      'adgate_inventory_age_seconds > 30',
      'adgate_journal_bytes > 268435456',
      'adgate_rate_fresh_seconds < 3600',
      'adgate_broadcast_age_seconds > 86400',
      'adgate_verification_lag_seconds > 900',
    ])
      expect(alerts).toContain(bound);
  });
});
