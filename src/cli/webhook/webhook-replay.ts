import { getAccountByName } from '../../identity/accounts/account-management.service';
import { replayWebhookMessage } from '../../insight/notifications/webhook-messages.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const webhookReplay = defineCommand({
  name: 'webhook replay',
  summary: 'Sends a message of a webhook again.',
  details: 'Under the id that it has, delivered or not; a running gateway sends it within seconds.',
  arguments: [
    { name: 'account', description: 'email or id of the account' },
    { name: 'message', description: 'id of the message: msg_…' },
  ],
  options: { uri: uriOption },
  async run({ account, message, uri }, ctx) {
    const replayed = await withServices({ uri }, ctx, async (services) => {
      const { id: accountId } = await getAccountByName(services, account);
      return replayWebhookMessage(services, { accountId, id: message });
    });
    return {
      text: `${replayed.id} is sent again`,
      json: { id: replayed.id, webhookId: replayed.webhookId, kind: replayed.kind },
    };
  },
});
