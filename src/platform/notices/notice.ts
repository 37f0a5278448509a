import type { DatabaseSession } from '../database/transaction';

/** What happens to events of the ad path: there may be thousands a second. @see docs/contract.md §7 */
export const eventNoticeKinds = [
  'view.accepted',
  'view.rejected',
  'click.accepted',
  'click.rejected',
  'conversion.accepted',
  'conversion.rejected',
] as const;
export type EventNoticeKind = (typeof eventNoticeKinds)[number];

/** All that accounts are told of. The last two are told by mail alone. */
export type NoticeKind =
  | EventNoticeKind
  | 'campaign.suspended'
  | 'campaign.budget_used'
  | 'creative.rejected'
  | 'payment.sent'
  | 'payment.confirmed'
  | 'deposit.booked'
  | 'campaign.ended'
  | 'webhook.disabled';

/** Texts and numbers as they go over the wire: amounts are decimal texts, times ISO 8601. */
export type NoticeData = Readonly<Record<string, string | number | boolean | null>>;

/** Something that an account is told of. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly accountId: string;
  /** null: it is about no campaign. */
  readonly campaignId: string | null;
  readonly at: Date;
  /** Of what comes by thousands, a function: it is called where somebody wants to know. */
  readonly data: NoticeData | (() => NoticeData);
}

/** Whom wings tell what their accounts should know. */
export interface NoticeSink {
  /**
   * Whether anybody may want to be told of a kind: what only its notices need is read if so.
   *
   * @param session as for `put`
   */
  isWanted(kind: NoticeKind, session: DatabaseSession): Promise<boolean>;
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
