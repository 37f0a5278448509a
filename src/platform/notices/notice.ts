import type { DatabaseSession } from '../database/transaction';

/** Texts and numbers as they go over the wire: amounts are decimal texts, times ISO 8601. */
export type NoticeData = Readonly<Record<string, string | number | boolean | null>>;

/** Something that an account is told of. */
export interface Notice {
  /** Noun and participle, such as `invoice.sent`; who tells accounts knows which there are. */
  readonly kind: string;
  readonly accountId: string;
  /** null: it is about no campaign. */
  readonly campaignId: string | null;
  readonly at: Date;
  /** A function for what comes by thousands: it is called only if somebody wants to know. */
  readonly data: NoticeData | (() => NoticeData);
}

/** Takes what wings have to tell their accounts. */
export interface NoticeSink {
  /**
   * Says that somebody may want notices of a kind: only then is read what these notices need.
   * @param session as for `put`
   */
  isWanted(kind: string, session: DatabaseSession): Promise<boolean>;
  /**
   * Keeps what somebody wants to be told of. Each time that it happens is one call, in the transaction of what happens.
   *
   * @param session of that transaction
   */
  put(notices: readonly Notice[], session: DatabaseSession): Promise<void>;
}

/** The part of a context that notices go to. */
export interface NoticeContext {
  readonly notices: NoticeSink;
}
