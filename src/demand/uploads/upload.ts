import type { CreativeType } from '../creatives/creative.resource';

/** A content that its sender may make one creative of. */
export interface Upload {
  /** 32 lower-case hex; becomes the id of the creative, so there can be only one. */
  readonly id: string;
  readonly advertiserId: string;
  /** It was checked for this medium and vendor, and fits their campaigns. */
  readonly medium: string;
  readonly vendor: string | null;
  readonly type: CreativeType;
  readonly mime: string;
  readonly scope: string;
  /** SHA-256 of the bytes that will be served. A link is different: it gets its end when it becomes a creative. */
  readonly contentId: string;
  /** SHA-1 of those bytes, 40 lower-case hex. */
  readonly hash: string;
  readonly byteLength: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
