import { mostClockSkewMs } from '../../platform/database/clock-skew';
import type {
  SettlementProblem,
  SettlementProblemKind,
} from '../../money/payments/settlement-problems';
import { silentAfterMs } from '../../peers/directory/peer';
import { hourMs, minuteMs, secondMs } from '../../time';

/** A problem that keeps a gateway from part of its work, or soon will. */
export const healthProblems = [
  'not_ready',
  'database_away',
  'clock_differs',
  'disk_full',
  'disk_nearly_full',
  'disk_silent',
  'journal_grows',
  'changes_late',
  'rate_missing',
  'rate_ends',
  'ledger_away',
  'ledger_empty',
  'settlement_failing',
  'payments_undecided',
  'broadcast_late',
  'verdicts_late',
  'jobs_failing',
] as const;
export type HealthProblem = (typeof healthProblems)[number];

/** The step of a gateway's life. */
export const gatewayStatuses = ['starting', 'ready', 'draining'] as const;
export type GatewayStatus = (typeof gatewayStatuses)[number];

export interface JobHealth {
  readonly name: string;
  /** Pieces whose last run failed or was lost, and those whose run under way lasts too long. */
  readonly failing: number;
  readonly lastEndedAt: Date | null;
}

/** Null where a part has not answered in time. */
export interface HealthFacts {
  readonly status: GatewayStatus;
  readonly at: Date;
  readonly isDatabaseUp: boolean;
  /** By how much our clock is ahead of the database's. */
  readonly clockSkewMs: number | null;
  readonly isDiskFull: boolean;
  readonly freeBytes: number | null;
  /** Bytes of the disk that uploads leave free for events. */
  readonly reservedBytes: number;
  /** Bytes of events that wait for the database. */
  readonly journalBytes: number;
  /** Changes by other gateways before that time are in force here. */
  readonly changesKnownUntil: Date;
  /** Null: there is no rate that holds. */
  readonly rateFreshUntil: Date | null;
  /** True where this gateway has a wallet. */
  readonly settles: boolean;
  readonly ledgerBalance: bigint | null;
  /** Problems that keep payments from being made, whichever gateway makes them. */
  readonly settlementProblems: readonly SettlementProblem[] | null;
  /** When the block began that has the last broadcast; null: no block has any, or no more are to be sent. */
  readonly broadcastAt: Date | null;
  /** Since when events are due to a verdict; null: none is, for longer than usual. */
  readonly verdictsDueSince: Date | null;
  readonly jobs: readonly JobHealth[] | null;
}

/** Half of what the journal takes. */
const mostJournalBytes = 256 * 2 ** 20;

/** The same bounds as the alerts of `deploy/alerts.yml`. */
export function healthProblemsOf(facts: HealthFacts): readonly HealthProblem[] {
  const { at, freeBytes, rateFreshUntil, ledgerBalance, broadcastAt, verdictsDueSince, jobs } =
    facts;
  const msSince = (time: Date) => at.getTime() - time.getTime();
  const hasAny = (...kinds: readonly SettlementProblemKind[]) =>
    facts.settlementProblems?.some(({ kind }) => kinds.includes(kind)) === true;
  const found: Readonly<Record<HealthProblem, boolean>> = {
    not_ready: facts.status !== 'ready',
    database_away: !facts.isDatabaseUp || jobs === null,
    clock_differs: Math.abs(facts.clockSkewMs ?? 0) > mostClockSkewMs,
    disk_full: facts.isDiskFull,
    disk_nearly_full: !facts.isDiskFull && freeBytes !== null && freeBytes < facts.reservedBytes,
    disk_silent: freeBytes === null,
    journal_grows: facts.journalBytes > mostJournalBytes,
    changes_late: msSince(facts.changesKnownUntil) > 30 * secondMs,
    rate_missing: rateFreshUntil === null,
    rate_ends: rateFreshUntil !== null && msSince(rateFreshUntil) > -hourMs,
    ledger_away: facts.settles && ledgerBalance === null,
    ledger_empty: ledgerBalance !== null && ledgerBalance <= 0n,
    settlement_failing: hasAny('ledger_fails', 'chain_broken', 'turn_fails'),
    payments_undecided: hasAny('undecided'),
    broadcast_late: broadcastAt !== null && msSince(broadcastAt) > silentAfterMs,
    verdicts_late: verdictsDueSince !== null && msSince(verdictsDueSince) > 15 * minuteMs,
    jobs_failing: jobs !== null && jobs.some(({ failing }) => failing > 0),
  };
  return healthProblems.filter((problem) => found[problem]);
}
