import { storedForm } from '../statistics/roll-ups/stored-json';
import type { StatisticsParams } from '../statistics/questions/statistics-question';

export const statisticsReportStates = ['preparing', 'ready', 'failed'] as const;
export type StatisticsReportState = (typeof statisticsReportStates)[number];

/**
 * Figures that are prepared and kept for a while, to be fetched by whoever has asked for them. A row is of the moment at
 * which its part was read.
 */
export interface StatisticsReport {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly accountId: string;
  /** Time and things that it is of, for a file's name: `2026-05-01_2026-06-01_all_campaigns`. */
  readonly name: string;
  readonly question: StatisticsParams;
  readonly state: StatisticsReportState;
  /** Why there is none; null: it has not failed. */
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A cell as it is kept: amounts are decimal texts. */
export type ReportCell = string | number | null;
/** Rows that are kept together. */
export const reportPart = storedForm<readonly (readonly ReportCell[])[]>('a part of a report', 2);
