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
  {
    kind: 'campaign.budget_used',
    meaning: 'A budget of a campaign is used up: of a clock hour, a day or in all.',
  },
  { kind: 'creative.rejected', meaning: 'A creative was rejected.' },
  { kind: 'payment.sent', meaning: 'A payment to the account was sent to the ledger.' },
  { kind: 'payment.confirmed', meaning: 'A payment to the account is in a closed block.' },
  { kind: 'deposit.booked', meaning: 'A deposit was added to the account’s funds.' },
  { kind: 'peer.found', meaning: 'Another server of the network was found. For operators.' },
  {
    kind: 'peer.suspect',
    meaning:
      'An allowed server names other hosts, which count a day later, many of its events are refused, it does not say what it has paid for, or its list has no room. For operators.',
  },
  { kind: 'peer.stopped', meaning: 'The system has stopped another server. For operators.' },
  {
    kind: 'peer.unpaid',
    meaning:
      'Campaigns of another server wait for its first payment, or it was not paid here for 5 days. For operators.',
  },
] as const;
export type WebhookKind = (typeof kindsOfWebhooks)[number]['kind'];

/** A message that the owner of a webhook asks for; nobody chooses it, and every webhook gets it. */
export const testKind = 'webhook.test';
/** The kind of a message. */
export type MessageKind = WebhookKind | typeof testKind;

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
