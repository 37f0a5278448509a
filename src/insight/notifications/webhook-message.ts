import type { MessageKind } from './webhook-kind';

export const webhookMessageStates = ['pending', 'delivered', 'dead'] as const;
export type WebhookMessageState = (typeof webhookMessageStates)[number];

/** One try to deliver a message. */
export interface WebhookAttempt {
  readonly at: Date;
  /** The HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** At most 1,024 characters of the answer; null: there was none. */
  readonly excerpt: string | null;
  /** Why it counts as not delivered; null: it is. */
  readonly problem: string | null;
}

/** A message to a webhook. It is sent once or more often. */
export interface WebhookMessage {
  /** `msg_` and 32 lower-case hex: the header `webhook-id`, the same at every attempt. */
  readonly id: string;
  readonly webhookId: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  /** Events in it; 1 for a message of anything else. */
  readonly count: number;
  readonly state: WebhookMessageState;
  /** null: no more attempts are made by themselves. */
  readonly nextAttemptAt: Date | null;
  /** When attempts end. */
  readonly retryUntil: Date;
  /** The last 20. */
  readonly attempts: readonly WebhookAttempt[];
  readonly createdAt: Date;
}

/** Messages of a webhook that wait, or are dead since it was enabled; with more it is disabled. */
export const mostUndelivered = 5_000;
/** Delivered messages of a webhook that are kept, the newest ones. */
export const mostDelivered = 1_000;
/** Events that a message brings at most. */
export const mostEvents = 500;
