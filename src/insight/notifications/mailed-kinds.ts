import type { NoticeKind } from '../../platform/notices/notice';

/** What accounts are told by mail, unless they turn it off. */
export const mailedKinds = [
  'campaign.budget_used',
  'campaign.ended',
  'campaign.suspended',
  'creative.rejected',
  'payment.sent',
  'webhook.disabled',
] as const satisfies readonly NoticeKind[];
export type MailedKind = (typeof mailedKinds)[number];

export function isMailedKind(kind: string): kind is MailedKind {
  return mailedKinds.some((one) => one === kind);
}
