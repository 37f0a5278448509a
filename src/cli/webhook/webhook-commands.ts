import { replayWebhookMessage } from '../../insight/notifications/webhook-messages.service';
import { listWebhooks } from '../../insight/notifications/webhook.service';
import { emailArgument, idOfAccount } from '../account/account-text';
import { type Command, CommandError, type ReadText } from '../command';
import { printList } from '../list-text';
import { serviceCommand } from '../service-command';

const accountArgument = { ...emailArgument, name: 'account' } as const;

const readMessageId: ReadText<string> = (text, name) => {
  if (!/^msg_[0-9a-f]{32}$/.test(text))
    throw new CommandError(`${name} must be the id of a message: msg_ and 32 hex digits`, 2);
  return text;
};

export const webhookCommands: readonly Command[] = [
  serviceCommand({
    name: 'webhook list',
    summary: 'Lists the webhooks of an account.',
    details: 'Secrets are not shown. An account has at most 10 webhooks.',
    arguments: [accountArgument],
    options: {},
    async work(services, { account }) {
      const accountId = await idOfAccount(services, account);
      return listWebhooks(services, { accountId, page: { first: 100 } });
    },
    print: ({ nodes }) =>
      printList(
        'webhooks',
        nodes.map(({ secret: _secret, ...webhook }) => webhook),
        ({ id, url, kinds, isEnabled, disabledReason, failingSince }) =>
          `${id}  ${isEnabled ? 'enabled' : `disabled: ${disabledReason}`}  ${url}  ${kinds.join(',')}${failingSince === null ? '' : `  failing since ${failingSince.toISOString()}`}`,
      ),
  }),
  serviceCommand({
    name: 'webhook replay',
    summary: 'Sends a message of a webhook again.',
    details:
      'Under the id that it has, delivered or not; a running gateway sends it within seconds.',
    arguments: [
      accountArgument,
      { name: 'message', description: 'id of the message: msg_…', read: readMessageId },
    ],
    options: {},
    async work(services, { account, message }) {
      const accountId = await idOfAccount(services, account);
      return replayWebhookMessage(services, { accountId, id: message });
    },
    print: ({ id, webhookId, kind }) => ({
      text: `${id} is sent again`,
      json: { id, webhookId, kind },
    }),
  }),
];
