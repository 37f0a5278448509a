export const creativeReportReasons = [
  'tampered',
  'misleading',
  'offensive',
  'malware',
  'broken',
  'other',
] as const;
export type CreativeReportReason = (typeof creativeReportReasons)[number];

/** How often a creative was reported for a reason, by pages and by people who saw it. */
export interface CreativeReport {
  /** `<creative>-<reason>`. */
  readonly id: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly reason: CreativeReportReason;
  readonly count: number;
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
