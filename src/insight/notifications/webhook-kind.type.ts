import { registerEnumType } from 'type-graphql';
import { kindsOfWebhooks, type MessageKind, testKind, webhookKinds } from './webhook-kind';

const kinds: readonly MessageKind[] = [...webhookKinds, testKind];

/** GraphQL's names hold no dots: `view.accepted` is spelled `view_accepted`. */
const nameOf = (kind: MessageKind) => kind.replace('.', '_');

export const WebhookKindEnum: Readonly<Record<string, MessageKind>> = Object.fromEntries(
  kinds.map((kind) => [nameOf(kind), kind]),
);

registerEnumType(WebhookKindEnum, {
  name: 'WebhookKind',
  description:
    'A kind of messages to webhooks. Messages spell the first underscore as a dot: `view.accepted`.',
  valuesConfig: {
    ...Object.fromEntries(
      kindsOfWebhooks.map(({ kind, meaning }) => [nameOf(kind), { description: meaning }]),
    ),
    [nameOf(testKind)]: {
      description: 'A test by `sendTestWebhookMessage`. No webhook can choose it: each gets it.',
    },
  },
});
