import type { WebhookKind } from './webhook-kind';

/** Kinds of notices that accounts get by mail, unless they turn them off; two kinds come by mail alone. */
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
