import type { ServiceContext } from '../../src/api/context';
import type { WebhookKind } from '../../src/insight/notifications/webhook-kind';
import { createWebhook } from '../../src/insight/notifications/webhook.service';
import { anId } from '../support/events';

/** An operator who wants to be told of these. @returns id of the account */
export async function addToldOperator(
  ctx: ServiceContext,
  kinds: readonly WebhookKind[],
): Promise<string> {
  const accountId = anId();
  await ctx.accounts.insert({
    ...{ id: accountId, email: `${accountId}@test.example`, roles: ['operator'] },
    ...{ isEmailConfirmed: true, passwordHash: null, payoutAddress: null },
  });
  const url = 'https://hooks.example/';
  await createWebhook(ctx, { accountId, campaignId: null, url, kinds });
  return accountId;
}

/** Notices that were put down for an operator, the oldest first. */
export async function toldTo(ctx: ServiceContext, operatorId: string) {
  const entries = await ctx.noticeOutbox.listOldest(1_000);
  return entries
    .filter(({ accountId }) => accountId === operatorId)
    .flatMap(({ kind, items }) => items.map(({ data }) => ({ kind, ...data })));
}
