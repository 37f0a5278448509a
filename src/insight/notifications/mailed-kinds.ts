import type { WebhookKind } from './webhook-kind';

/** Kinds that come by mail alone. */
type KindOfMails = 'campaign.ended' | 'figures.month' | 'figures.week' | 'webhook.disabled';

/** Kinds of notices that accounts get by mail, unless they turn them off. */
export const mailedKinds = [
  'campaign.budget_used',
  'campaign.ended',
  'campaign.suspended',
  'creative.rejected',
  'figures.month',
  'figures.week',
  'payment.sent',
  'webhook.disabled',
] as const satisfies readonly (WebhookKind | KindOfMails)[];
export type MailedKind = (typeof mailedKinds)[number];

export function isMailedKind(kind: string): kind is MailedKind {
  return mailedKinds.some((one) => one === kind);
}
