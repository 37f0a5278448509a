import { registerEnumType } from 'type-graphql';
import { kindsOfWebhooks, type WebhookKind, webhookKinds } from './webhook-kind';

/** GraphQL's names hold no dots: `view.accepted` is spelled `view_accepted`. */
const nameOf = (kind: WebhookKind) => kind.replace('.', '_');

export const WebhookKindEnum: Readonly<Record<string, WebhookKind>> = Object.fromEntries(
  webhookKinds.map((kind) => [nameOf(kind), kind]),
);

registerEnumType(WebhookKindEnum, {
  name: 'WebhookKind',
  description:
    'A kind of messages to webhooks. Messages spell the first underscore as a dot: `view.accepted`.',
  valuesConfig: Object.fromEntries(
    kindsOfWebhooks.map(({ kind, meaning }) => [nameOf(kind), { description: meaning }]),
  ),
});
