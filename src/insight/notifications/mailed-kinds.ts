import type { WebhookKind } from './webhook';

/** What accounts are told by mail, unless they turn it off; two kinds are told by mail alone. */
export const mailedKinds = [
  'campaign.budget_used',
  'campaign.ended',
  'campaign.suspended',
  'creative.rejected',
  'payment.sent',
  'webhook.disabled',
] as const satisfies readonly (WebhookKind | 'campaign.ended' | 'webhook.disabled')[];
export type MailedKind = (typeof mailedKinds)[number];

export function isMailedKind(kind: string): kind is MailedKind {
  return mailedKinds.some((one) => one === kind);
}
