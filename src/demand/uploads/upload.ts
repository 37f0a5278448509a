import type { CreativeType } from '../creatives/creative';

/** A content that its sender may make one creative of. */
export interface Upload {
  /** 32 lower-case hex; becomes the id of the creative, so there can be only one. */
  readonly id: string;
  readonly advertiserId: string;
  /** What it was checked for: it fits campaigns of this medium and vendor. */
  readonly medium: string;
  readonly vendor: string | null;
  readonly type: CreativeType;
  readonly mime: string;
  readonly scope: string;
  /** Of the bytes as they will be served, but of a link: that one gets its end when it becomes a creative. */
  readonly contentId: string;
  /** SHA-1 of those bytes, 40 lower-case hex. */
  readonly hash: string;
  readonly byteLength: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
