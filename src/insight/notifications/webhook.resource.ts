import { listOf, oneOf } from '../../input-members';
import { kind } from '../../platform/resources/kinds';
import {
  type ChangesOf,
  defineResource,
  type DocumentOf,
  type GivenOf,
  type ItemOf,
} from '../../platform/resources/resource';
import { webhookKinds } from './webhook-kind';
import { WebhookKindEnum } from './webhook-kind.type';

/** How long two secrets of a webhook may sign. */
export const mostOverlapHours = 168;
/** The most webhooks of an account. */
export const mostWebhooks = 10;

const webhookKind = {
  type: WebhookKindEnum,
  input: oneOf(webhookKinds),
  example: 'view.accepted',
} as const;

/** At least one, each once, in the order of all. */
const kinds = listOf(webhookKind.input, {
  most: webhookKinds.length,
  noList: 'must be a list of kinds',
})
  .refine((all) => all.length > 0, 'must name at least one')
  .transform((all) => webhookKinds.filter((one) => all.includes(one)));

export const webhookResource = defineResource({
  name: 'Webhook',
  says: 'Where an account is told of what happens (docs/webhooks.md).',
  members: {
    id: { is: kind.idOf('a webhook'), says: '32 lower-case hex digits.' },
    accountId: { is: kind.idOf('an account'), says: 'The account that is told.', isHidden: true },
    url: {
      is: kind.plainText,
      set: 'always',
      says: 'Where messages are posted to: an https URL of at most 1024 characters that leads to a public address. Redirects are not followed.',
    },
    kinds: {
      is: kind.listOf(webhookKind, kinds),
      set: 'always',
      says: 'Kinds of messages that the webhook gets, at least one.',
    },
    campaignId: {
      is: kind.orNull(kind.idOf('the id of a campaign')),
      set: 'create',
      absent: null,
      says: 'Only notices about this campaign of the account’s; null: about everything.',
    },
    secret: {
      is: kind.plainText,
      says: '`whsec_` and 32 random bytes in base64: both sides sign and verify by it.',
      isHidden: true,
    },
    formerSecret: {
      is: kind.orNull(kind.plainText),
      absent: null,
      says: 'The secret before, which signs beside the present secret for a time; null: none.',
      isHidden: true,
    },
    formerSecretUntil: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'Until when messages are signed by the former secret, too; null: the secret was never changed.',
    },
    isEnabled: { is: kind.flag, says: 'True where the webhook gets messages.' },
    enabledAt: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'When it was enabled last; null: it is as it was made.',
      isHidden: true,
    },
    disabledReason: {
      is: kind.orNull(kind.plainText),
      absent: null,
      says: 'Why the webhook is told nothing; null while it is enabled.',
    },
    failures: {
      is: kind.integer,
      absent: 0,
      says: 'Messages in a row that were not taken.',
      isHidden: true,
    },
    failingSince: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'Since when the webhook has taken nothing; null: it took the last message.',
    },
    restsUntil: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'After several failures nothing is sent before then.',
      isHidden: true,
    },
    createdAt: { is: kind.time, says: 'When it was made.' },
    updatedAt: { is: kind.time, says: 'When it was changed last.' },
  },
});

export interface Webhook extends ItemOf<typeof webhookResource> {}
export interface NewWebhookTerms extends GivenOf<typeof webhookResource> {}
export interface WebhookTermChanges extends ChangesOf<typeof webhookResource> {}
export interface StoredWebhook extends DocumentOf<typeof webhookResource> {}
