/**
 * Everything that webhooks may ask for: what it means, and whether it happens to events of the ad path, of which there
 * may be thousands a second.
 *
 * @see docs/contract.md §7
 */
export const kindsOfWebhooks = [
  { kind: 'view.accepted', isOfEvents: true, meaning: 'Views that count, at their prices.' },
  { kind: 'view.rejected', isOfEvents: true, meaning: 'Views that are not paid for, and why.' },
  { kind: 'click.accepted', isOfEvents: true, meaning: 'Clicks that count, at their prices.' },
  { kind: 'click.rejected', isOfEvents: true, meaning: 'Clicks that are not paid for, and why.' },
  {
    kind: 'conversion.accepted',
    isOfEvents: true,
    meaning: 'Conversions that count, at their prices.',
  },
  {
    kind: 'conversion.rejected',
    isOfEvents: true,
    meaning: 'Conversions that do not count, and why.',
  },
  { kind: 'campaign.suspended', meaning: 'A campaign was suspended, for lack of funds.' },
  { kind: 'campaign.budget_used', meaning: 'The budget of a campaign’s clock hour is used up.' },
  { kind: 'creative.rejected', meaning: 'A creative was rejected.' },
  { kind: 'payment.sent', meaning: 'A payment to the account was sent to the ledger.' },
  { kind: 'payment.confirmed', meaning: 'A payment to the account is in a closed block.' },
  { kind: 'deposit.booked', meaning: 'A deposit was added to the account’s funds.' },
] as const;
export type WebhookKind = (typeof kindsOfWebhooks)[number]['kind'];

export const webhookKinds: readonly WebhookKind[] = kindsOfWebhooks.map(({ kind }) => kind);

const kindsOfEvents = new Set<string>(
  kindsOfWebhooks.filter((one) => 'isOfEvents' in one).map(({ kind }) => kind),
);

export function isWebhookKind(kind: string): kind is WebhookKind {
  return webhookKinds.some((one) => one === kind);
}

/** Says that messages of a kind bring many events at once. */
export function isEventKind(kind: string): boolean {
  return kindsOfEvents.has(kind);
}

/** Where an account is told of what happens. */
export interface Webhook {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly accountId: string;
  /** Only of this campaign; null: of all that is the account's. */
  readonly campaignId: string | null;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  /** `whsec_` and 32 random bytes in base64: both sides sign and verify by it. */
  readonly secret: string;
  /** The secret before, which signs beside the present secret for a time; null: none. */
  readonly formerSecret: string | null;
  /** Until when it signs; null with it. */
  readonly formerSecretUntil: Date | null;
  readonly isEnabled: boolean;
  /** Why it was disabled; null while it is not. */
  readonly disabledReason: string | null;
  /** Messages in a row that were not taken. */
  readonly failures: number;
  /** When the first of them was not; null: there are none. */
  readonly failingSince: Date | null;
  /** After several failures nothing is sent before then. */
  readonly restsUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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
  readonly kind: WebhookKind;
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

/** How long two secrets of a webhook may sign. */
export const mostOverlapHours = 168;
/** The most webhooks of an account. */
export const mostWebhooks = 10;
/** Messages of a webhook that wait or are dead; with more it is disabled. */
export const mostUndelivered = 5_000;
/** Delivered messages of a webhook that are kept, the newest ones. */
export const mostDelivered = 1_000;
/** Events that a message brings at most. */
export const mostEvents = 500;
