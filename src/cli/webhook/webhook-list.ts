import { getAccountByName } from '../../identity/accounts/account-management.service';
import { listWebhooks } from '../../insight/notifications/webhook.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const webhookList = defineCommand({
  name: 'webhook list',
  summary: 'Lists the webhooks of an account.',
  details: 'Secrets are not shown. An account has at most 10 webhooks.',
  arguments: [{ name: 'account', description: 'email or id of the account' }],
  options: { uri: uriOption },
  async run({ account, uri }, ctx) {
    const webhooks = await withServices({ uri }, ctx, async (services) => {
      const { id: accountId } = await getAccountByName(services, account);
      const { nodes } = await listWebhooks(services, { accountId, page: { first: 100 } });
      return nodes.map(({ secret: _secret, ...webhook }) => webhook);
    });
    const lines = webhooks.map(
      ({ id, url, kinds, isEnabled, disabledReason, failingSince }) =>
        `${id}  ${isEnabled ? 'enabled' : `disabled: ${disabledReason}`}  ${url}  ${kinds.join(',')}${failingSince === null ? '' : `  failing since ${failingSince.toISOString()}`}`,
    );
    return { text: lines.length === 0 ? 'no webhooks' : lines.join('\n'), json: { webhooks } };
  },
});
