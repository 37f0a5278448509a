export const creativeReportReasons = [
  'tampered',
  'misleading',
  'offensive',
  'malware',
  'broken',
  'other',
] as const;
export type CreativeReportReason = (typeof creativeReportReasons)[number];

/** How an operator has closed the reports of a creative. */
export const reportFindings = ['no_fault', 'fault'] as const;
export type ReportFinding = (typeof reportFindings)[number];

/** How often a creative was reported for a reason, by pages and by people who saw it. */
export interface CreativeReport {
  /** `<creative>-<reason>`. */
  readonly id: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly reason: CreativeReportReason;
  readonly count: number;
  /** Of these, the reports that no operator has closed. */
  readonly openCount: number;
  /** The last finding of an operator; null: there was none. */
  readonly finding: ReportFinding | null;
  /** When an operator last closed reports; null: never. */
  readonly closedAt: Date | null;
  readonly firstReportedAt: Date;
  readonly lastReportedAt: Date;
  /** The site of the last report. */
  readonly lastSiteId: string;
  /** SHA-1 of the bytes that came, 40 lower-case hex; null: nobody said. */
  readonly lastHash: string | null;
  /** People's comments, newest last. */
  readonly comments: readonly string[];
}

/** Characters of a comment. */
export const maxCommentLength = 500;
