import { deliverMessages } from '../../../src/insight/notifications/deliver-messages.service';
import type { WebhookKind } from '../../../src/insight/notifications/webhook-kind';
import type { WebhookMessage } from '../../../src/insight/notifications/webhook-message';
import { createWebhook } from '../../../src/insight/notifications/webhook.service';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startVerifier } from '../../support/verification';
import { type Verifier } from '../../support/verifier';

/** Services without jobs, at a time that tests set, and what tests of webhooks do with them. */
export interface NotificationWorld extends Verifier {
  /** A webhook with a receiver of its own. */
  addWebhook(
    accountId: string,
    kinds: readonly WebhookKind[],
    campaignId?: string | null,
  ): Promise<{ readonly id: string; readonly secret: string; readonly receiver: Receiver }>;
  /** Sends all that is due now. */
  deliver(): Promise<void>;
  messagesOf(webhookId: string): Promise<readonly WebhookMessage[]>;
}

export async function startNotificationWorld(
  env: Readonly<Record<string, string>> = {},
): Promise<NotificationWorld> {
  const verifier = await startVerifier({ env: { ADGATE_LOOPBACK_WEBHOOKS: '1', ...env } });
  const { ctx } = verifier;
  return {
    ...verifier,
    async addWebhook(accountId, kinds, campaignId = null) {
      const receiver = await startReceiver();
      const { url } = receiver;
      const { secret, webhook } = await createWebhook(ctx, { accountId, campaignId, url, kinds });
      return { id: webhook.id, secret, receiver };
    },
    deliver: () => deliverMessages(ctx, new AbortController().signal),
    async messagesOf(webhookId) {
      const slice = { offset: 0, limit: 1_000, snapshot: null, now: new Date('2100-01-01') };
      const { places } = await ctx.webhookMessages.readSlice(webhookId, null, slice);
      return places.filter((one) => one !== null);
    },
  };
}
