/** Kinds of creative that the taxonomy offers. */
export const creativeTypes = ['image', 'video', 'html', 'direct', 'model'] as const;
export type CreativeType = (typeof creativeTypes)[number];

/** In the order of the numbers that the REST API gives them: draft is 0. */
export const creativeStatuses = ['draft', 'inactive', 'active', 'rejected'] as const;
export type CreativeStatus = (typeof creativeStatuses)[number];

/** What operators narrow the creatives of everybody by; null and absent: by nothing. */
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
  /** What the operator says to the owner of a rejected creative; null while it is not rejected. */
  readonly rejectionReason: string | null;
  readonly type: CreativeType;
  readonly mime: string;
  /** `<width>x<height>`, `cube`, `pop-up` or `pop-under`. */
  readonly scope: string;
  /** SHA-1 of the exact bytes served, 40 lower-case hex; the bytes never change. */
  readonly hash: string;
  readonly byteLength: number;
  /** What classifiers found, and publishers may filter on: `<classifier>:<keyword>` to values. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What finds need to know of a creative: a million of them are held, and nothing else of each. */
export type CreativeForSale = Pick<
  Creative,
  'id' | 'campaignId' | 'type' | 'mime' | 'scope' | 'hash' | 'keywords'
>;

/** A creative that is not stored yet: active, unclassified. */
export interface NewCreative
  extends Omit<Creative, 'status' | 'rejectionReason' | 'keywords' | 'createdAt' | 'updatedAt'> {
  /** What the content is stored as, 64 hex. */
  readonly contentId: string;
}
