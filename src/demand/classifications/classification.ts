/** How far a classifier has come with a creative: the least advanced first. */
export const classificationStatuses = [
  'new',
  'in_progress',
  'error',
  'success',
  'failure',
] as const;
export type ClassificationStatus = (typeof classificationStatuses)[number];

/** Keyword (`category`) to values (`crypto`), of the taxonomy. */
export type ClassificationKeywords = Readonly<Record<string, readonly string[]>>;

/** A classifier's word on a creative. */
export interface Classification {
  readonly creativeId: string;
  readonly campaignId: string;
  readonly classifier: string;
  readonly status: ClassificationStatus;
  readonly keywords: ClassificationKeywords;
  /** When the classifier said so, by its own clock: what it said before counts no more. */
  readonly decidedAt: Date;
}

/** A classifier's word on all creatives of a campaign together. */
export interface CampaignClassification {
  readonly classifier: string;
  /** The status of the creative that is least advanced. */
  readonly status: ClassificationStatus;
  /** The keywords of all creatives, as JSON: `{"category":["crypto"]}`. */
  readonly keywords: string;
}
