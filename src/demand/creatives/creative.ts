/** Kinds of creative that the taxonomy offers. */
export const creativeTypes = ['image', 'video', 'html', 'direct', 'model'] as const;
export type CreativeType = (typeof creativeTypes)[number];

/** In the order of the numbers that the REST API gives them: draft is 0. */
export const creativeStatuses = ['draft', 'inactive', 'active', 'rejected'] as const;
export type CreativeStatus = (typeof creativeStatuses)[number];

/** Narrows the operator's list of all creatives. A null or absent member narrows nothing. */
export interface AllCreativesFilter {
  readonly advertiserId?: string | null;
  readonly campaignId?: string | null;
  readonly status?: CreativeStatus | null;
}

export interface Creative {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly name: string;
  readonly status: CreativeStatus;
  /** The operator's reason, for the owner of a rejected creative; null while the creative is not rejected. */
  readonly rejectionReason: string | null;
  readonly type: CreativeType;
  readonly mime: string;
  /** `<width>x<height>`, `cube`, `pop-up` or `pop-under`. */
  readonly scope: string;
  /** SHA-1 of the exact bytes served, 40 lower-case hex; the bytes never change. */
  readonly hash: string;
  readonly byteLength: number;
  /** Findings of classifiers, for filters of publishers: `<classifier>:<keyword>` to values. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The members of a creative that finds need: a million creatives are held in memory, with nothing else. */
export type CreativeForSale = Pick<
  Creative,
  'id' | 'campaignId' | 'type' | 'mime' | 'scope' | 'hash' | 'keywords'
>;

/** A creative that is not stored yet: active, unclassified. */
export interface NewCreative
  extends Omit<Creative, 'status' | 'rejectionReason' | 'keywords' | 'createdAt' | 'updatedAt'> {
  /** Id of the stored content, 64 hex digits. */
  readonly contentId: string;
}
